// The sheet of one hand: what was laid from it, which cards others see in it, its order, a photo.
//
// Of the own hand nothing is asked before the game is over: only its owner's moves and its order are
// told here.

import { card, h } from "../shared/draw.js";
import { LAID } from "./hands.js";
import { sendPhoto } from "../shared/link.js";
import { whom } from "../shared/people.js";
import { picker, possible } from "./picker.js";
import { say } from "../shared/texts.js";
import { store } from "../shared/stored.js";

/** Send `file`, a photo of `hand`, and say with `toast` what became of it. */
export async function photograph(link, toast, hand, file) {
  toast(say("photo_sent"));
  const there = await import("../shared/photo.js").catch(() => null);
  if (!there) return toast(say("no_answer"));
  const answer = await sendPhoto(link, hand, await there.asSent(file));
  toast(answer.ok ? say("photo_read") : (answer.message ?? say("no_answer")));
}

export class HandSheet {
  /**
   * `own` is this page's seat, null on the public page; `act(path, body)` sends a tap and returns
   * whether it went through; `lay(place, card)` lays a card, named where its face is told;
   * `clue(giver, target)` opens the clue sheet; `photo(seat, file)` sends
   * a photo. Only where `photos` is true they can be read.
   */
  constructor(dialog, own, { act, lay, clue, photo }) {
    this.dialog = dialog;
    this.own = own;
    this.act = act;
    this.lay = lay;
    this.clue = clue;
    this.photo = photo;
    this.photos = false;
    this.target = null;
    this.slot = null;
    this.pile = null;
    this.folded = true;
    this.part("hand-close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => (this.target = null));
  }

  part(id) {
    return document.getElementById(id);
  }

  /** Open the hand of `target`; with a `pile` the card that is tapped is laid there. */
  open(view, target, slot = null, pile = null) {
    Object.assign(this, { target, slot, pile, folded: true });
    this.show(view);
    this.dialog.showModal();
  }

  /** Show the newest view; close where there is nothing to say any more. */
  update(view) {
    if (this.target === null) return;
    if (view.phase === "lobby" || view.question) this.dialog.close();
    else if (this.drawn !== this.key(view)) this.show(view);
  }

  key({ game, may, named }) {
    return JSON.stringify([game.hands, game.unseen, may, named]);
  }

  show(view) {
    this.drawn = this.key(view);
    this.view = view;
    const { game } = view;
    const hand = this.inOrder(game.hands[this.target]);
    if (!hand.some((one) => one.slot === this.slot)) this.slot = null;
    const mine = this.target === this.own;
    this.part("hand-title").textContent = mine ? say("own_hand") : say("hand_of", { whom: whom(this.target) });
    this.part("hand-cards").dataset.cards = hand.length;
    this.part("hand-cards").replaceChildren(
      ...hand.map((one, i) =>
        card(one, i + 1, {
          own: mine || this.own === null,
          touched: this.slot === null ? null : one.slot === this.slot,
          choose: () => this.choose(one.slot),
        }),
      ),
    );
    const open = this.pile ? `which_${this.pile}` : "hand_how";
    this.part("hand-how").textContent = say(this.slot === null ? open : this.how());
    this.part("hand-actions").replaceChildren(...this.actions(game, mine));
    this.part("hand-faces").replaceChildren(...this.faces(game));
    this.part("hand-more").replaceChildren(...this.more());
  }

  /** The owner has slot 0 at the right. */
  inOrder(hand) {
    return this.target === this.own ? [...hand].reverse() : hand;
  }

  how() {
    return this.sees() ? "hand_which" : "hand_what";
  }

  /** May this page say which cards these are? */
  sees() {
    return this.view.may.identify.includes(this.target);
  }

  /** May a card of this hand be laid here now? */
  lays() {
    return this.view.may.lay?.seat === this.target;
  }

  choose(slot) {
    this.slot = this.slot === slot ? null : slot;
    this.folded = true;
    this.show(this.view);
    const chosen = this.dialog.querySelector(`[data-slot="${slot}"]`);
    chosen?.focus();
  }

  button(text, kind, onclick, disabled = false) {
    return h("button", { type: "button", class: kind, disabled, onclick }, text);
  }

  async send(path, body) {
    if (await this.act(path, body)) this.dialog.close();
  }

  actions(game, mine) {
    const buttons = [];
    if (this.slot === null) return buttons;
    const place = { seat: this.target, slot: this.slot };
    const { may } = this.view;
    if (this.lays()) return this.laying(game, place, may.lay);
    return [...buttons, ...this.moving(game, mine)];
  }

  moving(game, mine) {
    const buttons = [];
    const { may } = this.view;
    if (mine && may.arrange) {
      buttons.push(this.button(say("move_left"), "", () => this.move(game, -1)));
      buttons.push(this.button(say("move_right"), "", () => this.move(game, 1)));
    }
    return buttons;
  }

  /**
   * The faces of a card that is being laid: one tap says where it lies and which it is; those that
   * do not fit stand folded behind a word of their own. A card of which only the place is told is
   * asked for by the table. Of a card whose face this page shows no other one is offered.
   */
  laying(game, place, may) {
    const lay = async (pile, label) => {
      if (!(await this.lay({ ...place, pile }, label))) return;
      store(LAID, "yes");
      this.part("own-how").hidden = true;
      this.dialog.close();
    };
    const group = (pile, title, labels, ...more) =>
      may.piles.includes(pile) && (!this.pile || this.pile === pile)
        ? h("section", { class: "lays", "aria-label": title }, h("h3", {}, title), picker(labels, (label) => lay(pile, label), pile), ...more)
        : null;
    const face = game.hands[this.target].find((one) => one.slot === this.slot)?.face;
    const faces = face ? [face] : game.unseen;
    const unknown = (pile) => this.button(say("not_known"), "", () => lay(pile));
    const fit = face ? may.fit.filter((label) => label === face) : may.fit;
    const other = this.misfits(faces.filter((label) => !may.fit.includes(label)), (label) => lay("fireworks", label));
    return [
      group("fireworks", say("lay_as"), fit, other, face ? null : unknown("fireworks")),
      group("discards", say("discard_as"), faces, unknown("discards")),
      ...this.moving(game, this.target === this.own),
    ].filter((one) => one);
  }

  /** The faces that do not fit, folded until somebody asks for them. */
  misfits(labels, lay) {
    if (!labels.length) return null;
    const ontoggle = (event) => (this.folded = !event.target.open);
    return h("details", { open: !this.folded, ontoggle }, h("summary", {}, say("lay_other")), picker(labels, lay, "misfit"));
  }

  /** Exchange the chosen card with its neighbour, as its owner sees them. */
  async move(game, step) {
    const hand = this.inOrder(game.hands[this.target]);
    const at = hand.findIndex((one) => one.slot === this.slot);
    const other = hand[at + step];
    if (!other) return;
    const order = Array(Math.max(...hand.map((one) => one.slot)) + 1).fill(null);
    for (const one of hand) order[one.slot] = one.slot;
    [order[this.slot], order[other.slot]] = [other.slot, this.slot];
    const chosen = other.slot;
    if (await this.act("arrange", { order })) this.slot = chosen;
    this.show(this.view);
  }

  faces(game) {
    if (this.slot === null || !this.sees()) return [];
    const tell = (label) => this.act("identify", { seat: this.target, slot: this.slot, card: label });
    // Below the faces of a card that is being laid the same ones mean something else.
    return [
      ...(this.lays() ? [h("h3", {}, say("leave_as"))] : []),
      ...picker(possible(game, this.target, this.slot), tell),
      this.button(say("not_known"), "", () => tell(null)),
    ];
  }

  more() {
    const parts = [];
    const clue = this.view.may.clue;
    const giver = clue?.giver;
    if (clue?.targets.includes(this.target))
      parts.push(
        this.button(say("log_clue", { giver: whom(giver) }), "", () => {
          const target = this.target;
          this.dialog.close();
          this.clue(giver, target);
        }),
      );
    if (this.target !== this.own && this.sees() && this.photos) {
      const input = h("input", { type: "file", accept: "image/*", capture: "environment", class: "sr" });
      const target = this.target;
      input.addEventListener("change", () => {
        const [file] = input.files;
        input.value = "";
        if (file) this.photo(target, file);
      });
      parts.push(h("label", { class: "button" }, input, h("span", {}, say("photo"))));
    }
    return parts;
  }
}
