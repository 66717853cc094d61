// Speaks what happens, if this is the phone that was chosen for it; after the first tap on the
// page: browsers are silent before.

import { aloud, say } from "./texts.js";

const LOUD = "companion-volume";

export class Voice {
  /** `choose(wish)` sends `{by}` or `{volume}` and returns `{ok, message}`. */
  constructor(button, dialog, choose) {
    this.button = button;
    this.dialog = dialog;
    this.choose = choose;
    this.speech = window.speechSynthesis ?? null;
    this.unlocked = false;
    this.state = { by: "nobody", table: null };
    this.volume = Number(stored(LOUD) ?? 100);
    button.addEventListener("click", () => this.open());
    dialog.querySelector("#voice-close").addEventListener("click", () => dialog.close());
    for (const radio of this.radios()) radio.addEventListener("change", () => this.pick(radio.value));
    this.slider().addEventListener("change", () => this.turn(Number(this.slider().value)));
    addEventListener("pointerdown", () => this.unlock(), { once: true });
    addEventListener("keydown", () => this.unlock(), { once: true });
    this.show();
  }

  radios() {
    return this.dialog.querySelectorAll("input[name=voice]");
  }

  slider() {
    return this.dialog.querySelector("#voice-volume");
  }

  /** The table says who speaks. */
  hear(state) {
    if (JSON.stringify(state) === JSON.stringify(this.state)) return;
    this.state = state;
    if (!this.here) this.hush();
    this.show();
  }

  get here() {
    return this.state.by === "here";
  }

  open() {
    this.show();
    this.dialog.showModal();
  }

  async pick(by) {
    const answer = await this.choose({ by });
    if (answer.ok) this.hear({ by: answer.by, table: answer.table });
    if (answer.ok && by === "here") this.speak(aloud.say("voice_here_now"));
    this.show();
  }

  /** Speak as loud as that: this phone itself, or the machine at the table. */
  async turn(volume) {
    if (this.state.by === "table") {
      const answer = await this.choose({ volume });
      if (answer.ok) this.hear({ by: answer.by, table: answer.table });
      return;
    }
    this.volume = volume;
    store(LOUD, String(volume));
    if (this.here) this.speak(aloud.say("voice_here_now"));
  }

  unlock() {
    this.unlocked = true;
    if (this.waiting) this.speak(this.waiting);
  }

  hush() {
    this.waiting = null;
    this.speech?.cancel();
  }

  show() {
    const { by, table } = this.state;
    const heard = by !== "nobody";
    this.button.querySelector("use").setAttribute("href", heard ? "#icon-speaker" : "#icon-muted");
    this.button.title = say(`voice_${by}`);
    this.button.setAttribute("aria-label", say(`voice_${by}`));
    this.dialog.querySelector("#voice-now").textContent = say(`voice_${by}`);
    for (const radio of this.radios()) {
      radio.checked = radio.value === by;
      if (radio.value === "here") radio.disabled = this.speech === null;
      if (radio.value === "table") radio.closest("label").hidden = table === null;
    }
    this.slider().value = by === "table" ? table : this.volume;
    this.slider().closest("label").hidden = by !== "table" && by !== "here";
  }

  /** Say a sentence, if it is this phone that speaks; before the first tap the newest waits. */
  speak(sentence) {
    this.waiting = null;
    if (!this.speech || !this.here || document.hidden || this.volume === 0) return;
    if (!this.unlocked) {
      this.waiting = sentence;
      return;
    }
    const spoken = new SpeechSynthesisUtterance(sentence);
    spoken.lang = aloud.language;
    spoken.volume = this.volume / 100;
    this.speech.speak(spoken);
  }
}

/** Read a setting of this phone; a browser may forbid that. */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a setting of this phone, where that is allowed. */
export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it lasts as long as the page.
  }
}
