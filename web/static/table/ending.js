// The end of a game: how it ended, the score, the words for it, and fireworks for the points.

import { $, part } from "../shared/parts.js";
import { Show } from "./show.js";
import { aloud, count, say, word } from "../shared/texts.js";

const show = new Show($("show"));
$("show-again").addEventListener("click", () => show.play());

/**
 * Show the end of the game `record`; where it came `justNow` it is spoken, too. Until the hands are
 * laid down it is not over for good: then it is `open`; where that was done just now, they are `laidDown`.
 * Where no hand is `known` none is seen after that.
 * @param {Told.GameView} game
 */
export function showEnd(game, record, { justNow, laidDown, open, known, mayLayDown }, voice) {
  $("end-title").textContent = word("outcome", game.outcome);
  $("end").classList.toggle("bad", game.lost);
  $("score").textContent = game.score ?? "–";
  const all = game.fireworks.reduce((sum, one) => sum + one.length, 0);
  const rating = (texts) =>
    game.unread
      ? texts.count("at_least", game.unread)
      : game.rating
        ? texts.word("rating", game.rating)
        : texts.say("played_of", { n: game.played, all });
  $("rating").textContent = rating({ count, say, word });
  const costs = !game.rating ? 0 : game.fireworks.reduce((sum, one) => sum + one.costs, 0);
  $("costs").hidden = !costs;
  if (costs) $("costs").textContent = count("costs", costs);
  $("lay-down").hidden = !(open && mayLayDown);
  $("lay-down-how").hidden = !(open && known);
  $("lay-down-blind").hidden = !open || known;
  document.querySelector("[data-new]").hidden = open || !mayLayDown;
  $("to-review").hidden = !record;
  if (record) $("to-review").href = `/games/${record}`;
  part("show", [game.fireworks, game.score], () => {
    const points = game.score ?? 0;
    $("show").hidden = $("show-again").hidden = points === 0;
    show.plan(game.fireworks, points);
    if (justNow) show.play();
  });
  if (laidDown) $("end").scrollIntoView?.({ block: "start" }); // what stood there is shorter now
  if (!justNow) return;
  const points = aloud.count("points", game.score ?? 0);
  voice.speak(
    game.lost
      ? aloud.say("lost_spoken", { points: aloud.count("points", game.played) })
      : aloud.say("score_spoken", { points, rating: rating(aloud) }),
  );
  $("end").scrollIntoView?.({ block: "start" });
}
