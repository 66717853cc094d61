// Speaks what happens, if this is the phone that was chosen for it; after the first tap on the
// page: browsers are silent before.

import { store, stored } from "./stored.js";
import { aloud, say } from "./texts.js";

const LOUD = "companion-volume";
const LOUDEST = 100;

/** Return how loud this phone speaks; what is kept may be of another version, or no number at all. */
function kept() {
  const volume = Number(stored(LOUD) ?? LOUDEST);
  return volume >= 0 && volume <= LOUDEST ? volume : LOUDEST;
}

export class Voice {
  /** `choose(wish)` sends `{by}` or `{volume}` and returns `{ok, message}`. */
  constructor(button, dialog, choose) {
    this.button = button;
    this.dialog = dialog;
    this.choose = choose;
    this.speech = window.speechSynthesis ?? null;
    this.unlocked = false;
    this.state = { by: "nobody", table: null, wording: "brief" };
    this.heard = null; // the number of what was heard last
    this.volume = kept();
    button.addEventListener("click", () => this.open());
    dialog.querySelector("#voice-close").addEventListener("click", () => dialog.close());
    for (const radio of this.radios()) radio.addEventListener("change", () => this.pick(radio.value));
    for (const radio of this.wordings()) radio.addEventListener("change", () => this.set({ wording: radio.value }));
    this.slider().addEventListener("change", () => this.turn(Number(this.slider().value)));
    addEventListener("pointerdown", () => this.unlock(), { once: true });
    addEventListener("keydown", () => this.unlock(), { once: true });
    this.show();
  }

  radios() {
    return this.dialog.querySelectorAll("input[name=voice]");
  }

  wordings() {
    return this.dialog.querySelectorAll("input[name=wording]");
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

  /** Tell the table who speaks, how much, or how loud. */
  async set(wish) {
    const answer = await this.choose(wish);
    if (answer.ok) this.hear({ by: answer.by, table: answer.table, wording: answer.wording });
    return answer;
  }

  async pick(by) {
    const answer = await this.set({ by });
    if (answer.ok && by === "here") this.speak(aloud.say("voice_here_now"));
    this.show();
  }

  /** Speak as loud as that: this phone itself, or the machine at the table. */
  async turn(volume) {
    if (this.state.by === "table") {
      await this.set({ volume });
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
    for (const radio of this.wordings()) radio.checked = radio.value === this.state.wording;
    this.slider().value = by === "table" ? table : this.volume;
    this.slider().closest("label").hidden = by !== "table" && by !== "here";
  }

  /**
   * Say what is new of what is to be heard, or only note it where somebody else says it. Each
   * piece is `{number, tune, brief, full, chimes}`; after a restart their numbers begin anew.
   */
  tell(pieces, quietly = false) {
    const newest = pieces.at(-1)?.number ?? 0;
    const before = this.heard ?? newest;
    this.heard = newest;
    if (quietly || newest < before || !this.here) return;
    const { wording } = this.state;
    for (const one of pieces.filter(({ number }) => number > before)) {
      if (wording === "chimes" && one.tune) this.play(one.tune);
      if (one[wording]) this.speak(one[wording]);
    }
  }

  async play(tune) {
    if (!this.unlocked || document.hidden) return;
    const { chime } = await import("./chimes.js");
    chime(tune, this.volume / LOUDEST);
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
    spoken.volume = this.volume / LOUDEST;
    this.speech.speak(spoken);
  }
}
