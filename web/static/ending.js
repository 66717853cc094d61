// The end of a game: how it ended, the score, the words for it.

import { $ } from "./parts.js";
import { count, say, word } from "./texts.js";

const LOST = new Set(["strikeout", "failed"]);

/** Show the end; where it came `justNow` it is spoken, too. */
export function showEnd(game, justNow, voice) {
  $("end-title").textContent = word("outcome", game.outcome);
  $("end").classList.toggle("bad", LOST.has(game.outcome));
  $("score").textContent = game.score ?? "–";
  const all = game.fireworks.reduce((sum, one) => sum + one.length, 0);
  const rating = game.unread
    ? say("at_least", { n: game.unread })
    : game.rating
      ? word("rating", game.rating)
      : say("played_of", { n: game.played, all });
  $("rating").textContent = rating;
  if (!justNow) return;
  const points = count("points", game.score ?? 0);
  voice.speak(
    game.rating
      ? say("score_spoken", { points, rating })
      : say("lost_spoken", { points: count("points", game.played) }),
  );
  $("end").scrollIntoView?.({ block: "start" });
}
