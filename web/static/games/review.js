// A game looked at again: every turn as a step, and what became of it.

import { told } from "../shared/told.js";
import { card, counts, face, firework, h, piles } from "../shared/draw.js";
import { call, who, whom } from "../shared/people.js";
import { audited, pointsAt } from "./audit.js";
import { barPlot, legend, linePlot } from "../shared/plots.js";
import { count, say, word } from "../shared/texts.js";

const $ = (id) => document.getElementById(id);
const number = Number(document.body.dataset.game);
const language = document.documentElement.lang;
const decimal = (value) => value.toLocaleString(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const seconds = (value) => (value === null ? "–" : say("seconds", { n: decimal(value) }));

const SLOW = 30_000; // ms: a game is played out anew for its review, on a small machine

/** @type {Told.ReviewShown} */
let game = null; // the review
let at = 0; // the step that is shown

async function load() {
  $("wrong").hidden = $("again").hidden = true;
  $("loading").hidden = false;
  try {
    const signal = AbortSignal.timeout?.(SLOW);
    const answer = await fetch(`/api/games/${number}/review`, { signal });
    const body = await answer.json();
    if (!answer.ok) return wrong(body.detail ?? say("no_answer"));
    game = body;
  } catch {
    $("again").hidden = false;
    return wrong(say("no_answer"));
  } finally {
    $("loading").hidden = true;
  }
  $("review").hidden = false;
  showEnd();
  showPlots();
  showLists();
  $("slider").max = game.moments.length - 1;
  const wished = Number.parseInt(location.hash.slice(1)); // NaN: none
  step(Number.isNaN(wished) ? game.moments.length - 1 : wished);
}

function wrong(message) {
  $("wrong").textContent = message;
  $("wrong").hidden = false;
}

function showEnd() {
  call(Object.fromEntries(game.names.flatMap((name, seat) => (name ? [[seat, name]] : []))));
  const when = new Date(game.started).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  if (game.title) $("title").textContent = game.title;
  const names = game.names.some((name) => name) ? [game.names.map((_, seat) => who(seat)).join(", ")] : [];
  $("who").textContent = [when, word("editions", game.ruleset), ...names].join(" · ");
  $("outcome").textContent = word("outcome", game.outcome);
  $("score").textContent = game.score ?? "–";
  $("rating").textContent = game.rating
    ? word("rating", game.rating)
    : say("played_of", { n: game.played, all: game.suits.reduce((sum, [, length]) => sum + length, 0) });
  $("live").hidden = !game.link;
  if (game.link) $("live").href = game.link;
  $("live-why").textContent = game.link
    ? game.made_up
      ? count("made_up", game.made_up)
      : ""
    : say("live_cannot", { why: game.why });
}

// --------------------------------------------------------------------------------- the steps

/** @param {Told.Moment} moment */
function sentence(moment) {
  return moment.deed ? told(moment.deed) : say("the_deal");
}

/** Show the table as it was after turn `turn`. */
function step(turn) {
  at = Math.max(0, Math.min(game.moments.length - 1, turn));
  const moment = game.moments[at];
  history.replaceState(null, "", `#${at}`);
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", sentence(moment));
  $("step").textContent = say("step_of", { n: at, all: game.moments.length - 1 });
  $("deed").textContent = sentence(moment);
  $("took").textContent = moment.seconds === null ? "" : seconds(moment.seconds);
  $("first").disabled = $("back").disabled = at === 0;
  $("next").disabled = $("last").disabled = at === game.moments.length - 1;
  const heights = game.suits.map(([suit, length], i) => ({
    suit, length, height: moment.fireworks[i], top: moment.tops[i],
  }));
  const before = at ? game.moments[at - 1].fireworks : moment.fireworks;
  $("fireworks").replaceChildren(
    ...heights.map((one, i) => firework(one, one.height > before[i], null)),
  );
  $("counts").replaceChildren(
    ...counts({
      clue_tokens: [moment.clue_tokens, game.clue_tokens],
      strikes: [moment.strikes, game.fuses],
      deck: moment.deck,
      turns_left: null,
    }),
  );
  $("piles").replaceChildren(
    ...piles({ fireworks: heights, discards: moment.discards }, null),
  );
  const deed = moment.deed;
  $("hands").replaceChildren(
    ...moment.hands.map((hand, seat) => {
      const pointed = deed?.kind === "clue" && deed.target === seat ? deed.touched : null;
      const did = deed?.seat === seat;
      return h(
        "section",
        { class: `of${did ? " to-move" : ""}`, "aria-labelledby": `hand-${seat}` },
        h("h3", { id: `hand-${seat}` }, say(did ? "hand_moved" : "hand_of", { whom: whom(seat) })),
        h(
          "ul",
          { class: "hand", "data-cards": hand.length },
          hand.map((held, i) =>
            card(held, i + 1, { touched: pointed?.includes(held.slot) ? true : null }),
          ),
        ),
      );
    }),
  );
  showAt(at);
}

$("slider").addEventListener("input", () => step(Number($("slider").value)));
$("first").addEventListener("click", () => step(0));
$("back").addEventListener("click", () => step(at - 1));
$("next").addEventListener("click", () => step(at + 1));
$("last").addEventListener("click", () => step(game.moments.length - 1));

/** A button that leads to a turn. */
function leap(turn, ...inside) {
  return h(
    "button",
    {
      type: "button",
      class: "leap",
      onclick: () => {
        step(turn);
        $("steps").scrollIntoView({ block: "start" });
      },
    },
    ...inside,
  );
}

// --------------------------------------------------------------------------------- the plots

let showAt = (/** @type {number} */ _turn) => {};

function showPlots() {
  const lines = [
    { kind: "score", name: say("plot_score"), values: game.moments.map((one) => one.points) },
    { kind: "reach", name: say("plot_reach"), values: game.moments.map((one) => one.reachable) },
    { kind: "pace", name: say("plot_pace"), values: game.moments.map((one) => one.pace) },
  ];
  const marks = [
    ...game.misplays.map((turn) => ({ at: turn, kind: "miss", name: say("mark_miss") })),
    ...game.losses.map(({ turn }) => ({ at: turn, kind: "loss", name: say("mark_loss") })),
  ];
  showAt = linePlot($("plot"), {
    lines,
    marks,
    label: say("plot_label", {
      score: lines[0].values.at(-1), reach: lines[1].values.at(-1), turns: game.moments.length - 1,
    }),
    pick: step,
  });
  const kinds = ["miss", "loss"].filter((kind) => marks.some((one) => one.kind === kind));
  $("plot").after(legend(lines, kinds.map((kind) => ({ kind, name: say(`mark_${kind}`) }))));
  const timed = game.moments.slice(1);
  $("times").hidden = timed.every((one) => one.seconds === null);
  if (!$("times").hidden)
    barPlot($("time-plot"), {
      bars: timed.map((one) => ({
        name: one.turn,
        value: one.seconds,
        title: `${told(one.deed)} ${seconds(one.seconds)}`,
      })),
      label: say("times_label"),
      named: timed.length < 12 ? null : (i) => (i + 1) % 10 === 0 || i === 0,
      pick: (i) => step(i + 1),
    });
  $("rows").replaceChildren(
    ...game.moments.map((one) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, one.turn),
        [one.points, one.reachable, one.pace ?? "–", seconds(one.seconds)].map((cell) => h("td", {}, cell)),
      ),
    ),
  );
}

// --------------------------------------------------------------------------------- the lists

function showLists() {
  const { clues, shares } = game;
  const given = shares.reduce((sum, one) => sum + one.clues, 0);
  fact("misplays", count("misplays", game.misplays.length));
  fact("lost", count("lost_cards", game.losses.length));
  fact("given", count("clues_given", given));
  fact("efficiency", game.efficiency === null ? "–" : say("efficiency", { n: decimal(game.efficiency) }));
  $("missed").replaceChildren(
    ...game.misplays.map((turn) => h("li", {}, leap(turn, told(game.moments[turn].deed)))),
  );
  $("losses").replaceChildren(
    ...game.losses.map(({ turn, seat, card: label, points }) =>
      h("li", {}, leap(turn, face(label), h("span", {}, say("lost_in", { turn, whom: whom(seat), card: word("cards", label), points: count("points", points) })))),
    ),
  );
  $("missed-part").hidden = !game.misplays.length;
  $("losses-part").hidden = !game.losses.length;
  $("audit").textContent = audited(clues, game.untold);
  $("clues").replaceChildren(
    ...clues.map((one) =>
      h(
        "li",
        { class: one.verdict },
        leap(one.turn, h("span", {}, told(game.moments[one.turn]?.deed ?? {}))),
        h("span", { class: "verdict" }, word("verdicts", one.verdict), " ", pointsAt(one)),
      ),
    ),
  );
  $("seats").replaceChildren(...shares.map(share));
}

/** Return what one player did, as a card of figures. */
function share(one) {
  const drawn = /** @type {HTMLTemplateElement} */ ($("share")).content.firstElementChild.cloneNode(true);
  const own = /** @type {HTMLElement} */ (drawn);
  own.querySelector("h3").textContent = who(one.seat);
  const figures = [one.played, one.missed, one.discarded, one.clues, seconds(one.seconds), seconds(one.longest)];
  own.querySelectorAll("dd").forEach((place, i) => (place.textContent = String(figures[i])));
  return own;
}

$("again").addEventListener("click", () => {
  $("loading").tabIndex = -1; // the button goes away, and whoever reads by keys stays where he was
  load();
  $("loading").focus();
});

function fact(id, text) {
  $(id).textContent = text;
}

load();
