// The hands on the page, and what may be done with them now: the view says what.

import { card, h, sign } from "../shared/draw.js";
import { $, isPublic, seat } from "../shared/parts.js";
import { who, whom } from "../shared/people.js";
import { say } from "../shared/texts.js";
import { stored } from "../shared/stored.js";

/** Kept on a phone once a card was laid there: whoever uses it knows how. */
export const LAID = "companion-laid";

/** May this seat give a clue now? Other seats' clues it can only log. */
const canClue = (view) => !isPublic && view.may.clue?.giver === seat;

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
 * @param {Told.TableView} view
 */
export function showHands(view, { giveClue, open: openHand }) {
  const game = view.game;
  $("hands").replaceChildren(
    ...others(game).map((target) => {
      const hand = game.hands[target];
      const possible = canClue(view) && view.may.clue.targets.includes(target);
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
          h("h2", { id: title }, sign(target), who(target)),
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
        h("ul", { class: hand.some((one) => one.face) ? "hand" : "hand blank", "data-cards": hand.length }, hand.map((one, i) => card(one, i + 1, { own: game.reader === null }))),
      );
    }),
  );
  $("own").hidden = game.reader !== seat || isPublic;
  if (!$("own").hidden) {
    // Slot 0 is the left-most for the others, so the owner has it at the right.
    const own = [...game.hands[seat]].reverse();
    $("own-hand").dataset.cards = own.length;
    const printed = faces(game);
    const opens = mayTell(view, seat);
    const choose = (slot) => (opens ? () => openHand(seat, slot) : null);
    $("own-hand").replaceChildren(
      ...own.map((one, i) => card(one, i + 1, { own: true, choose: choose(one.slot), printed })),
    );
    $("own-how").textContent = say(view.may.barred.discard ? "own_play" : "own_lay");
    $("own-how").hidden = view.may.lay?.seat !== seat || stored(LAID) !== null;
    $("acts").replaceChildren(...acts(view, giveClue, openHand));
    $("own-more").replaceChildren(...[more(view, seat, "own-title", openHand)].filter((one) => one));
  }
}

/** What this seat may do in its turn, as buttons: lay one of its cards, or give somebody a clue. */
function acts(view, giveClue, openHand) {
  const { lay } = view.may;
  const piles = lay?.seat === seat ? lay.piles : [];
  const laying = piles.map((pile) =>
    h(
      "button",
      { type: "button", "data-focus": `lay-${pile}`, onclick: () => openHand(seat, null, pile) },
      say(`act_${pile}`),
    ),
  );
  if (!canClue(view)) return laying;
  const targets = others(view.game).filter((target) => view.may.clue.targets.includes(target));
  const telling = targets.map((target) =>
    h(
      "button",
      {
        type: "button",
        class: "tell",
        "data-focus": `tell-${target}`,
        "aria-label": say("clue_for", { whom: whom(target) }),
        onclick: () => giveClue(target),
      },
      sign(target),
    ),
  );
  return [...laying, h("span", { "aria-hidden": "true" }, say("give_clue")), ...telling];
}

/** The colours and numbers that cards of this game have. */
const faces = (game) => ({
  suits: game.fireworks.map((one) => one.suit),
  ranks: game.clues.filter((name) => /\d/.test(name)),
});

/** Is there anything that this page may tell of the hand of `target`? */
function mayTell({ may, phase, game }, target) {
  const moved = may.clue?.targets.includes(target) || may.lay?.seat === target;
  const open = phase === "playing" || game.hands[target].some(({ face }) => !face);
  return moved || (target === seat && may.arrange) || (open && may.identify.includes(target));
}

/** The button that opens the sheet of a hand; null where there is nothing to say in it. */
function more(view, target, title, openHand) {
  if (!mayTell(view, target)) return null;
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
