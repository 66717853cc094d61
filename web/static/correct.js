// Putting right what is on record, in three taps: the turn, what is right, and that it counts.
//
// The table says what is possible, the likeliest first, and what each would change.

import { face, h, symbol } from "./draw.js";
import { who, whom } from "./people.js";
import { say, word } from "./texts.js";

const GROUPS = ["face", "instead", "never", "missed"];

/** Return one turn of the log in words: what was done, and who logged it in another's name. */
export function told(turn) {
  const said = inWords(turn);
  if (!turn.by) return said;
  const seat = /^seat (\d)$/.exec(turn.by)?.[1];
  return `${said} ${seat ? say("logged_by", { whom: whom(Number(seat)) }) : say("logged_in_public")}`;
}

/** @param {Told.TurnTaken} turn */
function inWords(turn) {
  const names = { who: who(turn.seat), whom: (turn.target ?? null) === null ? "" : whom(turn.target) };
  const values = { ...turn, ...names, card: turn.card ? word("cards", turn.card) : say("unread_card") };
  if (turn.kind === "discard") return say("turn_discards", values);
  if (turn.kind === "play") return say(turn.success === false ? "turn_misses" : "turn_plays", values);
  if (turn.colour) return say("turn_colour", { ...values, colour: word("suits", turn.colour) });
  if (turn.value) return say("turn_rank", { ...values, rank: turn.value });
  return say("turn_clue", values);
}

/** Return the turn that laid the newest card of a firework; undefined: none in the list did. */
export const turnOfFirework = (game, suit) =>
  game.log.findLast(({ kind, card, success }) => kind === "play" && success && card?.[0] === suit);

/** Return the turn by which the card `label` came to the discards; `which` of several like it. */
export const turnOfDiscard = (game, label, which) =>
  game.log.filter(
    ({ kind, card, success }) =>
      card === label && (kind === "discard" || (kind === "play" && success === false)),
  )[which];

export class CorrectSheet {
  /** `ask(turn)` fetches the choices, `send(correction)` makes one; both return `{ok, message}`. */
  constructor(dialog, { ask, send }) {
    this.dialog = dialog;
    this.ask = ask;
    this.send = send;
    this.chosen = null;
    this.part("close").addEventListener("click", () => dialog.close());
    this.part("apply").addEventListener("click", () => this.apply());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  part(name) {
    return document.getElementById(`correct-${name}`);
  }

  /** First tap: turn number `turn`, which is `text`. */
  async open(turn, text) {
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
      if (!inside.length) return [];
      return [
        h("h3", {}, say(`choice_${group}`)),
        h("div", { class: "chips" }, inside.map((one) => this.chip(one))),
      ];
    });
    this.part("choices").replaceChildren(
      ...(parts.length ? parts : [h("p", {}, say("correct_none"))]),
    );
  }

  chip(choice) {
    const { correction, text } = choice;
    const deed = correction.deed ?? correction;
    const drawn = [];
    if (deed.card) drawn.push(face(deed.card));
    else if (deed.colour) drawn.push(symbol(`suit-${deed.colour}`, "large"));
    const isFace = correction.kind === "face";
    return h(
      "button",
      {
        type: "button",
        class: `chip${deed.colour ? ` suit-${deed.colour}` : ""}${isFace ? " only" : ""}`,
        "aria-label": text,
        onclick: (event) => this.choose(choice, event.currentTarget),
      },
      drawn,
      isFace ? null : h("span", {}, text.replace(/^[^:]*: /, "")),
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
