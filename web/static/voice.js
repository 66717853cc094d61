// Speaks what happens, after the first tap on the page: browsers are silent before.

import { say } from "./texts.js";

const KEPT = "companion-mute";

export class Voice {
  constructor(button) {
    this.button = button;
    this.speech = window.speechSynthesis ?? null;
    this.unlocked = false;
    this.muted = stored(KEPT) === "yes";
    button.hidden = this.speech === null;
    button.addEventListener("click", () => this.mute(!this.muted));
    addEventListener("pointerdown", () => this.unlock(), { once: true });
    addEventListener("keydown", () => this.unlock(), { once: true });
    this.show();
  }

  unlock() {
    this.unlocked = true;
    if (this.waiting) this.speak(this.waiting);
  }

  mute(muted) {
    this.muted = muted;
    store(KEPT, muted ? "yes" : "no");
    if (muted) this.speech?.cancel();
    this.show();
  }

  show() {
    this.button.querySelector("use").setAttribute("href", this.muted ? "#icon-muted" : "#icon-speaker");
    this.button.setAttribute("aria-pressed", String(!this.muted));
    this.button.title = say(this.muted ? "speak_off" : "speak_on");
  }

  /** Say a sentence; before the first tap it waits, and only the newest does. */
  speak(sentence) {
    this.waiting = null;
    if (!this.speech || this.muted) return;
    if (!this.unlocked) {
      this.waiting = sentence;
      return;
    }
    const spoken = new SpeechSynthesisUtterance(sentence);
    spoken.lang = document.documentElement.lang;
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
