// A clue in two taps: the hand, then a colour or a number.
//
// The first tap opens this sheet. Every button in it shows beforehand which cards it would touch,
// as a row of little marks, and while a finger, the pointer or the focus is on a button the cards
// themselves light up. Lifting the finger sends, sliding away does not. Who rather confirms
// switches "Ask before sending a clue" on: then the same button has to be tapped twice.
//
// What the marks say came with the view: the rules are the table's business. Asked about the button
// that is pointed at, it says why a clue would not be allowed.
//
// Where the giver points at cards, he taps them first: then the clue has to be about these and no
// other. In a hand that nobody knows they are what its owner is shown as marks, and they are held
// against the cards when these lie open. Where nobody does that, nothing is asked. Whoever logs
// another's clue taps what was pointed at, too. A giver who points at nothing in such a hand is asked.

import { reminder } from "./conduct.js";
import { card, h, symbol } from "../shared/draw.js";
import { whom } from "../shared/people.js";
import { count, say, word } from "../shared/texts.js";
import { store, stored } from "../shared/stored.js";

const KEPT = "companion-confirm";
const PAUSE = 120; // ms for which a button is pointed at before the table is asked

/** Return the clue that is called `r` or `3`, as the table is told it. */
const asClue = (name) => (/\d/.test(name) ? { value: Number(name) } : { colour: name });
const nameOf = (clue) => String(clue.colour ?? clue.value);

/**
 * Return for each card of the hand of `target` whether the clue touches it, as the view says; null
 * where nobody can say, or not to this page.
 * @param {Told.GameView} game
 */
export function touched(game, target, clue) {
  const hints = game.hints[target];
  return game.hands[target].map(({ slot }) =>
    !hints || hints.unknown.includes(slot) ? null : hints.touched[nameOf(clue)].includes(slot),
  );
}

/** Have `items` look like `cards`, which show the same: a finger may be on one of them. */
function relight(items, cards) {
  items.forEach((item, i) => {
    item.className = cards[i].className;
    const [button, other] = [item, cards[i]].map((one) => one.querySelector("button"));
    if (!button) item.querySelector(".sr").replaceWith(cards[i].querySelector(".sr"));
    else for (const name of ["aria-label", "aria-pressed"]) button.setAttribute(name, other.getAttribute(name));
  });
}

export class ClueSheet {
  /**
   * `send(target, clue, {giver, tile, unmarked})` sends it, `unmarked` where nobody can tell of any
   * card whether it is touched, and returns `{ok, message}`; `check(target, clue)` asks whether it
   * would be allowed and returns `{ok, message, touched, unknown}`, the cards by slot.
   */
  constructor(dialog, confirmSwitch, own, { send, check }) {
    this.dialog = dialog;
    this.own = own; // the seat of this phone, which sees its hand from behind
    this.send = send;
    this.check = check;
    this.confirm = confirmSwitch;
    this.target = null;
    this.armed = null;
    this.pointed = new Set();
    confirmSwitch.checked = stored(KEPT) === "yes";
    confirmSwitch.addEventListener("change", () => store(KEPT, confirmSwitch.checked ? "yes" : "no"));
    this.part("clue-close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => {
      this.target = null;
      clearTimeout(this.asking);
    });
  }

  part(id) {
    return document.getElementById(id);
  }

  /**
   * First tap: the hand of seat `target`. `giver` gave the clue, where it is another seat; `tile`
   * is the award tile that brings it, and `clues` what it can say, where that is not every clue.
   */
  open(game, target, { giver = null, tile = null, clues = game.clues } = {}) {
    this.target = target;
    this.giver = giver;
    this.tile = tile;
    this.clues = clues;
    this.pointed.clear();
    this.show(game);
    this.dialog.showModal();
    this.dialog.focus(); // not a button: its focus would light up cards
  }

  /** Show the newest view, or close if it is nobody's turn to give a clue here. */
  update(game, possible) {
    if (this.target === null) return;
    // The same hand is not drawn again: a finger may be on a button just now.
    if (!possible) this.dialog.close();
    else if (this.drawn !== this.key(game)) this.show(game);
  }

  key(game) {
    return JSON.stringify([game.hands[this.target], game.hints[this.target]]);
  }

  show(game) {
    this.drawn = this.key(game);
    const focused = document.activeElement?.getAttribute("data-clue");
    this.game = game;
    this.hand = this.asSeen(game.hands[this.target]);
    this.armed = null;
    this.part("clue-title").textContent =
      this.giver === null
        ? say("clue_for", { whom: whom(this.target) })
        : this.target === this.own
          ? say("clue_from_to_you", { giver: whom(this.giver) })
          : say("clue_from", { giver: whom(this.giver), whom: whom(this.target) });
    this.explain();
    for (const slot of this.pointed) if (!this.hand.some((one) => one.slot === slot)) this.pointed.delete(slot);
    this.wrong(null);
    this.light(null);
    this.draw();
    if (focused) this.dialog.querySelector(`[data-clue="${focused}"]`)?.focus();
  }

  /** Say what to tap. The clue is sent at once: what comes before it is said before it. */
  explain() {
    const alike = this.giver === null ? reminder(this.game.manners, "equal_emphasis") : null;
    this.part("clue-how").textContent = [this.points() ? say(this.howToPoint()) : null, say("clue_how"), alike]
      .filter((text) => text !== null)
      .join(" ");
  }

  /** Draw a button for each clue, with what it would touch. */
  draw() {
    const clues = this.clues.map(asClue);
    const buttons = (kind) => clues.filter((clue) => kind in clue).map((clue) => this.button(clue));
    this.part("clue-colours").replaceChildren(...buttons("colour"));
    this.part("clue-ranks").replaceChildren(...buttons("value"));
  }

  button(clue) {
    const which = this.touched(clue);
    const [n, open] = [true, null].map((wanted) => which.filter((one) => one === wanted).length);
    const useless = nameOf(clue) in (this.game.hints[this.target]?.refused ?? {});
    const known = open < which.length ? [count("touches", n)] : [];
    const touches = [...known, ...(open ? [count("unknown", open)] : [])].join("; ");
    const isColour = "colour" in clue;
    const label = isColour
      ? say("clue_colour", { colour: word("suits", clue.colour), touches })
      : say("clue_rank", { rank: clue.value, touches });
    const button = h(
      "button",
      {
        type: "button",
        class: `hint-button ${isColour ? `suit-${clue.colour}` : "rank"}`,
        "data-clue": nameOf(clue),
        "aria-label": label,
        "aria-disabled": useless ? "true" : false,
      },
      isColour ? symbol(`suit-${clue.colour}`, "large") : h("b", { class: "figure" }, clue.value),
      h(
        "span",
        { class: "pips" },
        which.map((one) => h("i", { class: one === null ? "maybe" : one ? "yes" : "no" })),
      ),
    );
    for (const event of ["pointerdown", "pointerenter", "focus"])
      button.addEventListener(event, () => this.light(clue));
    for (const event of ["pointerleave", "pointercancel", "blur"])
      button.addEventListener(event, () => this.armed === null && this.light(null));
    button.addEventListener("click", () =>
      useless && this.giver === null ? this.ask(clue) : this.tapped(button, clue, label),
    );
    return button;
  }

  /** Light up the cards that `clue` touches, and ask the table about it. */
  light(clue) {
    clearTimeout(this.asking);
    this.lit = clue;
    this.lighten(clue === null ? null : this.touched(clue));
    if (clue === null || !this.asks()) return;
    this.asking = setTimeout(() => this.ask(clue), PAUSE);
  }

  /** Show what the table says of a clue before it is sent. */
  async ask(clue) {
    const { target } = this;
    this.lit = clue;
    const answer = await this.check(target, this.meant(clue));
    if (this.lit !== clue || this.target !== target || answer.stale) return;
    this.wrong(answer.ok ? null : (answer.message ?? say("no_answer")));
    if (!answer.ok || this.armed) return;
    // Of a card that nobody knows pointing tells it, as on the buttons.
    const tells = ({ slot }) => (answer.unknown.includes(slot) ? this.pointed : new Set(answer.touched)).has(slot);
    const which = this.hand.map(tells);
    this.lighten(which);
    const touches = count("touches", which.filter(Boolean).length);
    const open = this.pointed.size ? 0 : answer.unknown.length;
    this.part("clue-how").textContent = open ? `${touches}; ${count("unknown", open)}` : touches;
  }

  lighten(which) {
    const shown = which ?? (this.pointed.size ? this.hand.map(({ slot }) => this.pointed.has(slot)) : null);
    const point = (slot) => (this.points() ? () => this.point(slot) : null);
    const list = this.part("clue-hand");
    const cards = this.hand.map((view, i) =>
      card(view, i + 1, { touched: shown && shown[i], choose: point(view.slot), pressed: this.pointed.has(view.slot) }),
    );
    const hand = JSON.stringify([this.hand, this.points()]);
    if (list.dataset.hand === hand) relight([...list.children], cards);
    else list.replaceChildren(...cards);
    list.dataset.hand = hand;
    list.dataset.cards = this.hand.length;
  }

  /** Return `cards`, one for each of the hand, in the order in which this reader sees the hand. */
  asSeen(cards) {
    return this.target === this.own ? [...cards].reverse() : cards;
  }

  /** Return for each card of the hand whether `clue` touches it; of an unknown one pointing tells that. */
  touched(clue) {
    const pointed = (i) => (this.pointed.size ? this.pointed.has(this.hand[i].slot) : null);
    return this.asSeen(touched(this.game, this.target, clue)).map((one, i) => one ?? pointed(i));
  }

  /** What a tile brings is no turn: nobody points. */
  points() {
    return !this.tile;
  }

  /** Only whoever gives a clue himself asks the table about it. */
  asks() {
    return this.giver === null && this.points();
  }

  howToPoint() {
    if (this.giver !== null) return "clue_pointed";
    const hints = this.game.hints[this.target];
    return hints?.unknown.length ? "clue_point_blind" : "clue_point";
  }

  /** The giver points at the card in `slot`, or not any more. */
  point(slot) {
    if (!this.pointed.delete(slot)) this.pointed.add(slot);
    this.armed = null; // it was asked about other cards
    this.explain();
    this.wrong(null);
    this.light(null);
    this.draw();
  }

  /** Return `clue` with the slots that were pointed at, where any was. */
  meant(clue) {
    if (!this.points() || !this.pointed.size) return clue;
    return { ...clue, pointed: [...this.pointed].sort() };
  }

  async tapped(button, clue, label) {
    const unmarked = this.points() && this.touched(clue).every((one) => one === null);
    const forgot = unmarked && this.giver === null; // whoever logs a clue may not have seen it
    if ((forgot || this.confirm.checked) && this.armed !== button) {
      this.armed?.classList.remove("armed");
      this.armed = button;
      button.classList.add("armed");
      this.light(clue);
      this.part("clue-how").textContent = `${label}. ${say(forgot ? "clue_point_first" : "clue_ask")}`;
      return;
    }
    // What the table says to the clue itself stays there: an answer about it comes too late now.
    clearTimeout(this.asking);
    this.lit = null;
    this.dialog.classList.add("busy");
    const answer = await this.send(this.target, this.meant(clue), { giver: this.giver, tile: this.tile, unmarked });
    this.dialog.classList.remove("busy");
    if (answer.ok) this.dialog.close();
    else this.wrong(answer.message ?? say("no_answer"));
  }

  wrong(message) {
    const place = this.part("clue-wrong");
    place.hidden = message === null;
    place.textContent = message ?? "";
  }
}
