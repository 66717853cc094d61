// Keeps the screen of a page in play awake.
//
// By the Screen Wake Lock API where browsers allow it, which is on pages with https only. At most
// tables there is none: then a silent film of our own plays behind the page, and a screen that shows
// a film stays on. It begins with the first tap, since some browsers start none before.

const FILM = new URL("awake.mp4", import.meta.url).href;

export class Awake {
  constructor() {
    this.wanted = false;
    this.lock = null; // what the browser gave, or its promise
    this.film = null;
    document.addEventListener("visibilitychange", () => this.hold());
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.hold());
  }

  /** Keep it awake from now on, or not any more. */
  keep(wanted) {
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.hold();
  }

  async hold() {
    if (!this.wanted || document.hidden) {
      this.release();
      return;
    }
    if (this.lock) return;
    if (navigator.wakeLock) {
      try {
        this.lock = navigator.wakeLock.request("screen");
        const lock = (this.lock = await this.lock);
        lock.addEventListener("release", () => this.lock === lock && (this.lock = null));
        if (!this.wanted || document.hidden) this.release(); // meanwhile nobody plays any more
        return;
      } catch {
        this.lock = null; // low on power, say: the film may still do
      }
    }
    this.play();
  }

  release() {
    this.lock?.release?.().catch(() => {});
    this.lock = null;
    this.film?.pause();
  }

  play() {
    this.film ??= this.makeFilm();
    if (this.film.paused) this.film.play().catch(() => {}); // the next tap tries again
  }

  /** Not `loop`: films that loop count as decoration in some browsers, and their screens go dark. */
  makeFilm() {
    const film = document.createElement("video");
    Object.assign(film, { src: FILM, muted: true, playsInline: true, className: "awake" });
    film.setAttribute("aria-hidden", "true");
    film.tabIndex = -1;
    film.addEventListener("timeupdate", () => film.currentTime > film.duration - 2 && (film.currentTime = 0));
    film.addEventListener("ended", () => this.wanted && !document.hidden && this.play());
    document.body.append(film);
    return film;
  }
}
