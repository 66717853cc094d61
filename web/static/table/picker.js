// Faces to choose from, suit by suit; what can be chosen, the view says.

import { face, h } from "../shared/draw.js";
import { word } from "../shared/texts.js";

/**
 * Return the labels that the card in `slot` of seat `owner` may have: those of which this page does
 * not see every copy, and the one that it is said to have.
 * @param {Told.GameView} game
 */
export function possible(game, owner, slot) {
  const said = game.hands[owner].find((one) => one.slot === slot)?.face;
  return said && !game.unseen.includes(said) ? [...game.unseen, said].sort(bySuit(game)) : game.unseen;
}

/** Sort labels as the fireworks stand, and by their numbers. */
function bySuit({ fireworks }) {
  const place = ([suit]) => fireworks.findIndex((one) => one.suit === suit);
  return (one, other) => place(one) - place(other) || one[1] - other[1];
}

/** Return a grid of buttons for `labels`; a tap calls `choose(label)`. */
export function picker(labels, choose, focus = "face") {
  const suits = [...new Set(labels.map((label) => label[0]))];
  return suits.map((suit) =>
    h(
      "div",
      { class: "faces" },
      labels
        .filter((label) => label[0] === suit)
        .map((label) =>
          h(
            "button",
            {
              type: "button",
              class: "face",
              "data-focus": `${focus}-${label}`,
              "aria-label": word("cards", label),
              onclick: () => choose(label),
            },
            face(label),
          ),
        ),
    ),
  );
}
