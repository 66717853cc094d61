// Faces to choose from, suit by suit; what can be chosen follows from what this page may see.

import { face, h } from "./draw.js";
import { word } from "./texts.js";

/** Return the labels that a card of seat `owner` may have, by all that this page shows. */
export function possible(game, owner, slot = null) {
  const seen = new Map();
  const see = (label) => label && seen.set(label, (seen.get(label) ?? 0) + 1);
  game.discards.forEach(see);
  game.hands.forEach((hand, seat) =>
    hand.forEach((card) => (seat === owner && card.slot === slot) || see(card.face)),
  );
  return game.fireworks.flatMap(({ suit, copies, height, length, next_rank }) => {
    const laid = ranksLaid(height, length, next_rank);
    return copies
      .map((count, i) => [i + 1, count])
      .filter(([rank, count]) => count > (seen.get(`${suit}${rank}`) ?? 0) + laid.has(rank))
      .map(([rank]) => `${suit}${rank}`);
  });
}

/** The ranks that lie on a firework; black powder is laid downwards. */
function ranksLaid(height, length, next) {
  const down = next !== null && next !== height + 1;
  const whole = next === null;
  return new Set(
    Array.from({ length: whole ? length : height }, (_, i) => (down ? length - i : i + 1)),
  );
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
