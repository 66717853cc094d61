// Games of Hana-awase on record: listed, counted, and one looked at again deal by deal.

import { legend, linePlot } from "../shared/plots.js";
import { h } from "../shared/draw.js";
import { count, say } from "../shared/texts.js";
import { minus } from "./hana_numbers.js";
import { parts } from "./worth.js";

const language = document.documentElement.lang;
const decimal = (value) => value.toLocaleString(language, { maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const when = (text) => (Number.isNaN(Date.parse(text)) ? text : day.format(new Date(text)));

async function fetched(path) {
  try {
    const response = await fetch(`/api/hana/${path}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * Show the evenings once somebody opens them. `draw` has what the page draws cards and yaku with:
 * `who(seat)`, `months(labels)`, `yaku(yaku)`.
 */
export function bindPast(draw) {
  $("evenings").addEventListener("toggle", () => {
    if ($("evenings").open) list(draw);
  });
}

const $ = (id) => document.getElementById(id);

async function list(draw) {
  /** @type {Told.HanaPast} */
  const answer = await fetched("evenings");
  $("evenings-list").replaceChildren(
    ...(answer === null ? [h("li", {}, say("no_answer"))] : answer.evenings.map((one) => evening(one, draw))),
  );
  $("figures").replaceChildren(...(answer?.groups ?? []).map(group));
}

/** @param {Told.HanaGroupShown} told */
function group(told) {
  const facts = [
    count("hana_games", told.games),
    count("hana_dealt", told.deals),
    told.drawn ? say("hana_drawn_deals", { n: told.drawn }) : null,
    told.mean === null ? null : say("hana_mean", { n: decimal(told.mean) }),
    told.top === null ? null : say("hana_top", { n: told.top }),
    say("hana_dealer_won", { n: told.dealer_won, all: told.deals - told.drawn }),
  ];
  return h(
    "section",
    { class: "figures" },
    h("h3", {}, `${say("hana_players", { count: told.players })}, ${told.method}`),
    h("ul", { class: "facts" }, facts.filter((one) => one).map((one) => h("li", {}, one))),
    counted(told.yaku),
  );
}

/** Which yaku were made, and how often. @param {Told.YakuCounted[]} yaku */
const counted = (yaku) =>
  yaku.length
    ? h("p", { class: "hint" }, say("hana_made", { yaku: yaku.map((one) => `${one.title} ${one.times}×`).join(", ") }))
    : null;

/** @param {Told.HanaGameShown} one */
function evening(one, draw) {
  if (one.damaged) return h("li", {}, h("b", {}, when(one.started)), " ", say("hana_damaged"));
  const state = one.over ? say("hana_ended") : say("hana_unfinished");
  const inside = h("div", {});
  const opened = h(
    "details",
    { class: "again" },
    h("summary", {}, say("hana_look_again")),
    inside,
  );
  opened.addEventListener("toggle", () => {
    if (opened.open && !inside.childElementCount) showReview(inside, one.game, draw);
  });
  return h(
    "li",
    {},
    h("b", {}, when(one.started)),
    ` · ${count("hana_dealt", one.deals.length)} · ${state}`,
    h(
      "span",
      { class: "scores" },
      one.totals.map((points, seat) =>
        h("span", { class: one.winners.includes(seat) ? "best" : "" }, say("hana_won", { who: draw.who(seat), points: minus(points) })),
      ),
    ),
    one.deals.length ? opened : null,
  );
}

/** Show the game `number` again in `where`: each deal with its piles, yaku and turns. */
export async function showReview(where, number, draw) {
  /** @type {Told.HanaReview} */
  const game = await fetched(`evenings/${number}`);
  if (game === null) {
    where.replaceChildren(h("p", {}, say("no_answer")));
    return;
  }
  where.replaceChildren(
    ...(game.deals.length > 1 ? running(game, draw) : []),
    ...game.settled.map((text) => h("p", {}, text)),
    ...[counted(game.yaku)].filter((one) => one),
    ...game.deals.map((deal, index) => dealAgain(deal, index, draw)),
  );
}

/** How the totals went from deal to deal. @param {Told.HanaReview} game */
function running(game, draw) {
  const lines = game.totals.map((points, seat) => {
    let sum = 0;
    const values = [0, ...game.deals.map((deal) => (sum += deal.scores[seat]))];
    return { kind: `of-${seat}`, name: say("hana_won", { who: draw.who(seat), points: minus(points) }), values };
  });
  const box = h("div", { class: "plot-box" });
  const label = say("hana_plot", { totals: lines.map((line) => line.name).join(", ") });
  linePlot(box, { lines, label });
  return [h("h3", {}, say("hana_plotted")), box, legend(lines)];
}

/** @param {Told.HanaDealReviewed} deal */
function dealAgain(deal, index, draw) {
  const seats = deal.scores.map((points, seat) => say("hana_won", { who: draw.who(seat), points: minus(points) })).join(", ");
  const how = deal.drawn
    ? deal.called === null
      ? say("hana_drawn")
      : say("hana_called", { who: draw.who(deal.called) })
    : seats;
  return h(
    "details",
    { class: "dealagain" },
    h("summary", {}, `${say("hana_number", { deal: index + 1 })} · ${how}`),
    h("p", { class: "hint" }, say("hana_dealt_by", { who: draw.who(deal.dealer) })),
    deal.piles.map((pile, seat) =>
      h(
        "section",
        {},
        h("h3", {}, draw.who(seat), " ", h("b", {}, minus(deal.scores[seat]))),
        h("p", { class: "hint" }, parts(pile, deal.scores.length)),
        h("div", { class: "cards" }, draw.months(pile.cards)),
        h("ul", { class: "yaku" }, pile.yaku.map(draw.yaku)),
      ),
    ),
    deal.payments.length ? h("ul", { class: "hint" }, deal.payments.map((text) => h("li", {}, text))) : null,
    deal.told.length
      ? h(
          "details",
          {},
          h("summary", {}, say("hana_turns")),
          h("ol", { class: "turns" }, deal.told.map((text) => h("li", {}, text))),
        )
      : null,
  );
}
