// The way to the table: a stream of views that mends itself, and taps that arrive once.

const SILENCE = 25000; // ms without a word, heartbeats included, after which the stream is opened anew
const GRACE = 2000; // ms for which a lost connection is not worth a red bar
const WAITS = [0, 100, 5000]; // ms before a tap is sent, and sent again
const SOON = 500; // ms before the table is tried again
const EAGER = 12; // tries, while it may be starting anew; then twice as long each time
const SLOWEST = 10000; // ms between two tries
const PRESENT = 15000; // ms after which a page that is shown says so again
const ANSWER = 12000; // ms to wait for a tap's answer

export class Link {
  /**
   * `query` says whose view it is: empty for this phone's own. `on.view(view)` gets every new view,
   * before it `on.house(house)` who is there; `on.lost(why)` gets the name of a sentence, or null
   * when all is well again; `on.out()` is called when this phone has no seat (any more).
   */
  constructor(query, on) {
    this.query = query;
    this.on = on;
    this.version = null;
    this.tries = 0;
    this.heard = 0;
    this.page = name();
    this.words = 0;
    setInterval(() => this.watch(), 5000);
    setInterval(() => document.hidden || this.here(true), PRESENT);
    document.addEventListener("visibilitychange", () => {
      this.here(!document.hidden);
      if (!document.hidden) this.open();
    });
    addEventListener("pagehide", () => this.here(false));
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.silence());
    this.open();
  }

  /** Open the stream, whatever there was before; its first message is the whole view. */
  open() {
    clearTimeout(this.later);
    this.source?.close();
    this.ended = false; // this page is looked at again, and not the one that had taken its place
    this.heard = Date.now();
    const source = new EventSource(`/api/stream${this.query}`);
    this.source = source;
    // A stream says nothing of who looks at it: hidden pages open theirs anew, too.
    source.onopen = () => this.here(!document.hidden);
    source.onmessage = (event) => {
      this.well();
      this.take(JSON.parse(event.data));
    };
    source.addEventListener("beat", () => this.well());
    source.addEventListener("seat", () => this.end("seat_lost"));
    source.addEventListener("elsewhere", () => this.end("elsewhere"));
    source.onerror = () => this.broke(source);
  }

  take(snapshot) {
    // The companion came back with its other game: this page cannot show it.
    if (snapshot.house.game !== document.body.dataset.game) return location.reload();
    this.version = document.body.dataset.version = snapshot.version;
    this.on.house(snapshot.house);
    this.on.view(snapshot.view);
  }

  /**
   * Say whether this phone shows its page: the table shows whose phone is away. The words are
   * counted, for one may overtake another.
   */
  here(shown) {
    if (this.ended) return;
    this.words += 1;
    const body = JSON.stringify({ here: shown, page: this.page, nth: this.words });
    const headers = { "Content-Type": "application/json" };
    fetch("/api/here", { method: "POST", headers, body, keepalive: true }).catch(() => {});
  }

  well() {
    this.heard = Date.now();
    this.tries = 0;
    clearTimeout(this.grace);
    this.grace = null;
    this.on.lost(null);
  }

  end(why) {
    this.source.close();
    this.ended = true;
    clearTimeout(this.later);
    this.on.lost(why);
    if (why === "seat_lost") this.on.out();
  }

  async broke(source) {
    if (source !== this.source) return;
    source.close();
    this.grace ??= setTimeout(() => this.on.lost("lost"), GRACE);
    const wait = Math.min(SOON * 2 ** Math.max(0, this.tries - EAGER), SLOWEST);
    this.tries += 1;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.open(), wait);
    try {
      const answer = await fetch(`/api/view${this.query}`);
      if (answer.status === 403) this.on.out();
    } catch {
      // The next try comes by itself.
    }
  }

  /** The phone has left the network, and says so itself: nothing more will come. */
  silence() {
    this.source.close();
    this.on.lost("lost");
  }

  watch() {
    if (document.hidden || this.ended || Date.now() - this.heard < SILENCE) return;
    this.on.lost("lost");
    this.open();
  }

  /** Open the stream at once: somebody asked for it. */
  retry() {
    this.ended = false;
    this.tries = 0;
    this.open();
  }

  /** Fetch JSON that goes with the view that is shown; return it with `{ok, message}`. */
  async get(path, query = {}) {
    const wish = new URLSearchParams(this.query.slice(1));
    for (const [key, value] of Object.entries(query)) wish.set(key, value);
    try {
      const response = await fetch(`/api/${path}?${wish}`, { signal: AbortSignal.timeout?.(ANSWER) });
      return answered(response, await response.json());
    } catch {
      return { ok: false, message: null };
    }
  }

  /** Send a tap made in the view that is shown; return `{ok, message, stale}`. */
  async tap(path, body = {}) {
    this.underway = (this.underway ?? 0) + 1;
    document.body.classList.add("sending"); // at once, however long the table takes
    const answer = await send(path + this.query, { ...body, version: this.version, key: name() });
    this.underway -= 1;
    document.body.classList.toggle("sending", this.underway > 0);
    if (answer.snapshot) this.take(answer.snapshot);
    return answer;
  }
}

/** Return what the table said; what it refused has a sentence for people as `message`. */
const answered = (response, body) => ({
  ok: response.ok,
  status: response.status,
  message: body.detail ?? null,
  ...body,
});

/** Post `body`; null: no answer came. With `patience` that counts from so many ms on. */
async function post(path, body, type, patience) {
  try {
    const response = await fetch(`/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": type },
      body,
      signal: patience && AbortSignal.timeout?.(patience),
    });
    return answered(response, await response.json());
  } catch {
    return null;
  }
}

const unanswered = () => ({ ok: false, status: 0, message: null });

/** Send a photo of the hand of seat `hand`; return as `tap`. */
export function sendPhoto(link, hand, file) {
  const query = new URLSearchParams({ hand, version: link.version, key: name() });
  return sendFile(`photo?${query}`, file, file.type || "image/jpeg");
}

/** Send a file of the kind `type`; return as `tap`. */
export async function sendFile(path, file, type) {
  return (await post(path, file, type)) ?? unanswered();
}

/**
 * Post JSON. What has a key is sent again if it got no answer at all: the table carries out nothing
 * twice under one key, and one that was just started again knows what it carried out before.
 */
export async function send(path, body) {
  for (const wait of body.key ? WAITS : [0]) {
    if (wait) await new Promise((done) => setTimeout(done, wait));
    const answer = await post(path, JSON.stringify(body), "application/json", ANSWER);
    if (answer) return answer;
  }
  return unanswered();
}

/** Return a name for a tap that no other has. (`crypto.randomUUID` wants HTTPS.) */
export function name() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
