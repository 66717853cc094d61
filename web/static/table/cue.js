// Says with a sound or a shake that it is this phone's turn, where its owner likes that.

import { chime } from "../shared/chimes.js";
import { store, stored } from "../shared/stored.js";

const KINDS = { sound: "companion-turn-sound", shake: "companion-turn-shake" };

export class Cue {
  /** The boxes are those of `dialog`: `#turn-sound` and `#turn-shake`. */
  constructor(dialog) {
    this.mine = null;
    this.box = (kind) => dialog.querySelector(`#turn-${kind}`);
    for (const [kind, key] of Object.entries(KINDS)) {
      this.box(kind).checked = stored(key) === "yes";
      this.box(kind).addEventListener("change", () => {
        store(key, this.box(kind).checked ? "yes" : "no");
        if (this.box(kind).checked) this.give(kind); // so that it is known how it is
      });
    }
    if (!navigator.vibrate) this.box("shake").closest("label").hidden = true;
  }

  /** Is it this phone's turn now? Said once, when it comes. */
  show(mine) {
    const comes = mine && this.mine === false;
    this.mine = mine;
    if (comes && !document.hidden) for (const kind of Object.keys(KINDS)) if (this.box(kind).checked) this.give(kind);
  }

  give(kind) {
    if (kind === "sound") chime("turn");
    else navigator.vibrate?.([120, 80, 120]);
  }
}
