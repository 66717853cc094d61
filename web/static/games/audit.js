// What a game's clues came to, in few sentences of which none says more than is known.

import { count, say } from "../shared/texts.js";

/** Return how many cards a clue points at: of one that cannot be checked, at how many for certain. */
export function pointsAt({ verdict, touched }) {
  if (verdict !== "open") return count("points_at", touched);
  return touched ? count("points_known", touched) : "";
}

/** Return the sentences about `clues`; of `untold` more nobody told the content. */
export function audited(clues, untold) {
  const [right, broken, unknown] = ["right", "broken", "open"].map((verdict) => clues.filter((one) => one.verdict === verdict).length);
  const open = unknown + untold;
  const pointed = clues.reduce((sum, one) => sum + one.new, 0);
  return [
    broken ? count("clues_broken", broken) : null,
    !clues.length ? say("clues_none") : !broken && !open ? say("clues_right") : null,
    open ? count("clues_open", open) : null,
    right && !broken && open ? say("clues_rest") : null,
    clues.length ? count(open ? "clues_new_known" : "clues_new", pointed) : null,
  ].filter((text) => text !== null).join(" ");
}
