// The hands on the page, and what a seat may do with them now.

import { card, h } from "./draw.js";
import { $, isPublic, seat, seesAll } from "./parts.js";
import { who, whom } from "./people.js";
import { say } from "./texts.js";

/** May this seat give a clue now? */
export const canClue = (view) =>
  !isPublic &&
  view.phase === "playing" &&
  view.game.reader === seat &&
  view.game.to_move === seat &&
  view.game.clue_tokens[0] > 0;

/** May this seat name the colour of a card that it is about to play? */
export const canName = (view) =>
  !isPublic &&
  view.phase === "playing" &&
  view.game.reader === seat &&
  view.game.synchronised_show &&
  view.game.to_move === seat;

/** The others in the order in which they play after this seat; the public sees all from 0. */
function others(game) {
  const seats = game.hands.map((_, i) => i);
  const after = isPublic || game.reader === null ? 0 : seat + 1;
  return seats
    .map((_, i) => (after + i) % seats.length)
    .filter((one) => one !== game.reader);
}

/**
 * Draw all hands; `giveClue(target)` opens the clue sheet, `open(target, slot)` the sheet of a hand.
 */
export function showHands(view, { giveClue, open: openHand }) {
  const game = view.game;
  const possible = canClue(view);
  $("hands").replaceChildren(
    ...others(game).map((target) => {
      const hand = game.hands[target];
      const title = `hand-${target}`;
      const open = (event) =>
        possible && !event.target.closest(".more") && giveClue(target);
      return h(
        "section",
        {
          class: `of${game.to_move === target ? " to-move" : ""}${possible ? " possible" : ""}`,
          "aria-label": say("hand_of", { whom: whom(target) }),
          onclick: open,
        },
        h(
          "div",
          { class: "title" },
          h("h2", { id: title }, who(target)),
          possible
            ? h(
                "button",
                {
                  type: "button",
                  class: "primary small",
                  "data-focus": `clue-${target}`,
                  "aria-describedby": title,
                },
                say("give_clue"),
              )
            : null,
          more(view, target, title, openHand),
        ),
        h("ul", { class: "hand", "data-cards": hand.length }, hand.map((one, i) => card(one, i + 1, { own: game.reader === null }))),
      );
    }),
  );
  $("own").hidden = game.reader !== seat || isPublic;
  if (!$("own").hidden) {
    // Slot 0 is the left-most for the others, so the owner has it at the right.
    const own = [...game.hands[seat]].reverse();
    $("own-hand").dataset.cards = own.length;
    const suits = game.fireworks.map((one) => one.suit);
    const choose = (slot) => (view.phase === "playing" ? () => openHand(seat, slot) : null);
    $("own-hand").replaceChildren(
      ...own.map((one, i) => card(one, i + 1, { own: true, choose: choose(one.slot), suits })),
    );
    $("own-more").replaceChildren(...[more(view, seat, "own-title", openHand)].filter((one) => one));
  }
}

/** The button that opens the sheet of a hand; null where there is nothing to say in it. */
function more(view, target, title, openHand) {
  const { game } = view;
  const canLog = game.to_move !== target && game.clue_tokens[0] > 0;
  const canLay = view.camera !== "on" && game.to_move === target;
  const laidDown = view.phase === "over" && !isPublic && game.hands[target].some(({ face }) => !face);
  const playing = view.phase === "playing" && (!isPublic || canLog || canLay);
  if (seesAll || !(playing || laidDown)) return null;
  return h(
    "button",
    {
      type: "button",
      class: "more icon",
      "data-focus": `more-${target}`,
      "aria-label": say("more"),
      "aria-describedby": title,
      onclick: () => openHand(target),
    },
    "⋯",
  );
}
