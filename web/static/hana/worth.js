// What a pile is worth, in the parts that its score is the sum of.

import { say } from "../shared/texts.js";

/** Return the points in cards and for yaku; each of the other players brings those of the yaku once more. */
export function parts(pile, players) {
  const times = players - 1;
  const yaku = times > 1 && pile.yaku_points ? `${times} × ${pile.yaku_points}` : pile.yaku_points;
  return `${say("hana_cards", { points: pile.points })} · ${say("hana_yaku", { points: yaku })}`;
}
