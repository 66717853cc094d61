// Putting right what is on record, in three taps: the turn, what is right, and that it counts.
//
// The table says what is possible and what each would change; here it is sorted so that it is found:
// faces by suit and number with those that the eyes thought of marked, clues by whom they are for.
// Fetched with the first turn that somebody taps.

import { face, h, symbol } from "../shared/draw.js";
import { who, whom } from "../shared/people.js";
import { say } from "../shared/texts.js";

const GROUPS = ["face", "tile", "instead", "never", "missed"];
const SEVERAL = 2; // so many faces for one deed are a grid; fewer stand in sentences

export class CorrectSheet {
  /**
   * `ask(turn)` fetches the choices, `send(correction)` makes one; both return `{ok, message}`.
   * `suits()` says in which order the fireworks stand.
   */
  constructor(dialog, { ask, send, suits }) {
    this.dialog = dialog;
    this.ask = ask;
    this.send = send;
    this.suits = suits;
    this.seat = 0; // whose turn is put right
    this.chosen = null;
    this.part("close").addEventListener("click", () => dialog.close());
    this.part("apply").addEventListener("click", () => this.apply());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  part(name) {
    return document.getElementById(`correct-${name}`);
  }

  /** First tap: turn number `turn` of `seat`, which is `text`. */
  async open(turn, seat, text) {
    this.seat = seat;
    this.part("title").textContent = text;
    this.part("choices").replaceChildren();
    this.choose(null);
    this.wrong(null);
    this.dialog.showModal();
    this.dialog.focus();
    this.dialog.classList.add("busy");
    const answer = await this.ask(turn);
    this.dialog.classList.remove("busy");
    if (answer.ok) this.show(answer.choices);
    else this.wrong(answer.message ?? say("no_answer"));
  }

  /** One thing only, which says what the table shows: what it changes is shown at once. */
  offer(title, choice) {
    this.part("title").textContent = title;
    this.wrong(null);
    this.part("choices").replaceChildren();
    this.choose(choice);
    this.dialog.showModal();
    this.dialog.focus();
  }

  show(choices) {
    const parts = GROUPS.flatMap((group) => {
      const inside = choices.filter((one) => one.correction.kind === group);
      return inside.length ? [h("h3", {}, say(`choice_${group}`)), ...this.sorted(group, inside)] : [];
    });
    this.part("choices").replaceChildren(
      ...(parts.length ? parts : [h("p", {}, say("correct_none"))]),
    );
  }

  /** Return the choices of one group: faces as a grid, clues by target, all else in sentences. */
  sorted(group, choices) {
    if (group === "face") {
      const marked = choices.some((one) => one.likely);
      return [...(marked ? [h("p", { class: "hint" }, say("likely_marked"))] : []), this.grid(choices)];
    }
    const sort = ({ deed }) => `${deed?.kind} ${deed?.target ?? ""}`; // the likeliest sort first
    const sorts = [...new Set(choices.map((one) => sort(one.correction)))];
    return sorts.map((name) => this.deeds(choices.filter((one) => sort(one.correction) === name)));
  }

  /** Return choices of one sort: a grid of faces, clues for one hand, or sentences. */
  deeds(choices) {
    const { deed } = choices[0].correction;
    if (deed?.kind === "clue") {
      const rows = [true, false].map((named) => choices.filter((one) => Boolean(one.correction.deed.colour) === named));
      const told = rows.filter((row) => row.length).map((row) => this.chips(row, true));
      return this.titled("tells_what", { whom: whom(deed.target) }, told);
    }
    const faces = new Set(choices.map((one) => one.correction.deed?.card));
    return faces.size < SEVERAL ? this.chips(choices) : this.titled(`${deed.kind}s_what`, {}, this.grid(choices));
  }

  titled(text, values, parts) {
    const title = say(text, { who: who(this.seat), ...values });
    return h("div", { class: "deeds", role: "group", "aria-label": title }, h("h4", {}, title), parts);
  }

  /** Return faces as a grid: a row for each suit, as the fireworks stand, a column for each number. */
  grid(choices) {
    const suits = this.suits();
    const place = ({ correction }) => {
      const [suit, rank] = (correction.deed ?? correction).card;
      return [suits.indexOf(suit) + 1, Number(rank)];
    };
    const byPlace = (one, other) => 10 * (place(one)[0] - place(other)[0]) + place(one)[1] - place(other)[1];
    const cells = [...choices].sort(byPlace).map((one) => {
      const cell = this.chip(one, true);
      [cell.style.gridRow, cell.style.gridColumn] = place(one).map(String);
      return cell;
    });
    return h("div", { class: "face-grid" }, cells);
  }

  /** Return a row of buttons; where they are `bare`, each is only a drawing, its name is not shown. */
  chips(choices, bare = false) {
    return h("div", { class: "chips" }, choices.map((one) => this.chip(one, bare)));
  }

  chip(choice, bare) {
    const { correction, text, likely } = choice;
    const deed = correction.deed ?? correction;
    const drawn = [];
    if (deed.card) drawn.push(face(deed.card));
    else if (deed.colour) drawn.push(symbol(`suit-${deed.colour}`, "large"));
    else if (deed.value) drawn.push(h("b", { class: "figure" }, deed.value));
    const kind = `chip${deed.colour ? ` suit-${deed.colour}` : ""}${bare ? " only" : ""}${likely ? " likely" : ""}`;
    return h(
      "button",
      {
        type: "button",
        class: kind,
        "aria-label": likely ? say("likely", { text }) : text,
        onclick: (event) => this.choose(choice, event.currentTarget),
      },
      drawn,
      bare ? null : h("span", {}, text.replace(/^[^:]*: /, "")),
    );
  }

  /** Second tap: show what would change. */
  choose(choice, button = null) {
    this.chosen = choice;
    for (const other of this.dialog.querySelectorAll(".chip.armed")) other.classList.remove("armed");
    button?.classList.add("armed");
    this.part("sure").hidden = choice === null;
    this.part("what").textContent = choice === null ? "" : `${choice.text} ${choice.effect}`;
  }

  /** Third tap. */
  async apply() {
    if (this.chosen === null) return;
    this.dialog.classList.add("busy");
    const answer = await this.send(this.chosen.correction);
    this.dialog.classList.remove("busy");
    if (answer.ok) this.dialog.close();
    else this.wrong(answer.message ?? say("no_answer"));
  }

  wrong(message) {
    this.part("wrong").hidden = message === null;
    this.part("wrong").textContent = message ?? "";
  }
}
