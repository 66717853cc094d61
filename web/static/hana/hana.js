// The page of Hana-awase: piles with their yaku, put right in two taps; deals and totals.

import { h, sign } from "../shared/draw.js";
import { minus } from "./hana_numbers.js";
import { bindPast, showReview } from "./hana_past.js";
import { bindPictures } from "./hana_photos.js";
import { bindRules, forPlayers, forgetRules, options } from "./hana_rules.js";
import { Link, send } from "../shared/link.js";
import { $, forget, isPublic, part, seat as mine } from "../shared/parts.js";
import { showHouse, who, whom } from "../shared/people.js";
import { say } from "../shared/texts.js";
import { toast } from "../shared/toast.js";
import { Voice } from "../shared/voice.js";
import { parts } from "./worth.js";

const OTHERS = ["pl", "ro", "ja"]; // a yaku's names beside the page's own language
const BRIEFLY = 3; // sentences that are shown while cards are laid
/** @type {Told.HanaView} */
let shown = null;
let aloud = []; // what happened, in the language of the table: what is spoken is for all
let cards = new Map(); // by label
let pictured = new Set();
let spoken = null; // the number of the newest sentence that was spoken
let reads = false; // whether photos can be read
let players = null; // of the next game; null: as many as now
let dealer = 0;
let whose = null; // the seat to which cards that nobody has yet are given with one tap
let listed = []; // the cards in the list of those that nobody has yet, and those that left it while it is open
let tapped = null; // what was sent last, as text, while the same again would be the same tap
let beginning = false; // whether a new game is being put together while one runs

const voice = new Voice($("voice"), $("voice-sheet"), (wish) => send("voice", wish));
const link = new Link(isPublic ? "?public=1" : "", {
  view: show,
  house: meet,
  lost: showLost,
  out: () => location.replace("/#seat-lost"),
});
$("retry").addEventListener("click", () => link.retry());

/**
 * Post to the table; a refusal is shown. The same a second time before the table has answered, or of a
 * view in which it was done already, is a finger that tapped twice: it is taken once.
 */
async function act(path, body) {
  const tap = path + JSON.stringify(body);
  if (tap === tapped) return false;
  tapped = tap;
  const answer = await send(`hana/${path}`, body);
  if (tapped === tap && !(answer.ok && "version" in body)) tapped = null;
  if (!answer.ok) toast(answer.message ?? say("no_answer"));
  return answer.ok;
}

function showLost(why) {
  $("lost").hidden = why === null;
  if (why !== null) $("lost-why").textContent = say(why);
}

/** @param {Told.HouseShown} house */
function meet(house) {
  const renamed = showHouse(house, async (wish, granted) => {
    const answer = await send("consent", { wish, granted });
    if (!answer.ok) toast(answer.message ?? say("no_answer"));
  });
  voice.hear(house.voice);
  if (renamed) {
    forget();
    if (shown) show(shown);
  }
}

// ------------------------------------------------------------------------------------- the view

/** Return what a view says, in the language of this page. */
const worded = (view) => ({ ...view, ...view.said_in?.[document.documentElement.lang] });

/** Whether a deal is followed card by card, and goes on. */
const isGoing = (view) => view.phase === "laying" && view.play !== null && !view.play.over;

/** @param {Told.HanaView} told */
function show(told) {
  const view = worded(told);
  shown = view;
  aloud = told.news ?? [];
  const laying = view.phase === "laying";
  const game = view.phase !== "lobby";
  const play = laying ? view.play : null;
  part("top", [view.phase, view.deal, view.deals, view.dealer, view.to_move, play], () => {
    const deal = view.phase === "over" ? say("hana_over") : laying ? say("hana_deal", view) : say("hana_none");
    const now = !laying
      ? ""
      : play
      ? play.over
        ? say("hana_counting")
        : view.to_move === mine
          ? say(play.to_turn ? "hana_your_stock" : "hana_your_hand")
          : say(play.to_turn ? "hana_from_stock" : "hana_from_hand", { who: who(view.to_move) })
      : view.to_move === view.dealer
        ? say("hana_deals", { who: who(view.dealer) })
        : say("hana_turn", { whom: whom(view.to_move) });
    // While a deal is played, whoever looks up wants to know whose card is next.
    const [first, second] = isGoing(view) ? [now, deal] : [deal, now];
    $("turn").textContent = first;
    $("status").textContent = second;
  });
  const going = isGoing(view);
  document.body.classList.toggle("yours", going && view.to_move === mine);
  $("main").classList.toggle("going", going);
  $("main").classList.toggle("over", view.phase === "over");
  $("again").hidden = !laying; // else the next game is put together above
  $("main").classList.toggle("dealing", Boolean(view.waits));
  $("main").classList.toggle("counting", laying && !going && view.piles.length > 0);
  $("differs").hidden = !laying || !view.differs;
  $("differs").textContent = view.differs ?? "";
  $("to-deal").hidden = !view.to_deal;
  $("to-deal").textContent = view.to_deal ?? "";
  $("detail").hidden = !view.detail;
  $("detail").textContent = view.detail ?? "";
  $("begin").hidden = laying && !beginning;
  $("go-on").hidden = !laying;
  $("pictures").hidden = !laying || !reads || ((going || view.waits) && !view.differs);
  $("pictures-title").textContent = say(going ? "hana_leave" : "hana_show");
  $("pictures-how").textContent = say(going ? "hana_leave_how" : "hana_show_how");
  $("deal").hidden = !laying;
  $("score").hidden = !view.piles?.length || (going && !play.may_count);
  $("totals").hidden = !game;
  $("running").hidden = !game || !isPublic || !view.history.length;
  $("back").disabled = !view.can_take_back;
  part("begin", [players, dealer, view.choices, view.game], showBegin);
  part("news", [view.news, view.differs, view.to_deal, going, view.phase], showNews);
  if (!game) return;
  part("piles", [view.piles, view.counts, view.inferred, view.phase, view.game, going, view.to_move, view.waits, play === null, cards.size], showPiles);
  part("asked", [view.unread, view.missing], showAsked);
  part("missing", [view.phase, view.missing, view.game, cards.size, going, view.waits, whose, view.piles.length, $("missing").open], () => {
    $("missing").hidden = !laying || going || view.waits || !view.missing.length;
    $("by-hand").hidden = $("missing").hidden || reads || view.piles.length > 0;
    $("missing-title").textContent = say("hana_missing", { count: view.missing.length });
    showWhose();
    const give = whose === null ? ask : (label) => put(label, whose);
    listed = keptInPlace(view.missing);
    $("missing-cards").replaceChildren(
      ...byMonth(listed, (label) => (view.missing.includes(label) ? cardButton(label, give) : gap(label))),
    );
  });
  part("mat", [view.on_mat, view.on_mat_why, play, cards.size], () => {
    $("mat").hidden = !view.on_mat.length && !going;
    $("mat").classList.toggle("field", Boolean(going));
    $("mat-title").textContent = going ? say("hana_field") : say("hana_on_mat");
    const held = going && play.held.reduce((sum, count) => sum + count, 0);
    $("mat-why").textContent = going ? say("hana_left", { stock: play.stock, held }) : view.on_mat_why;
    $("mat-cards").replaceChildren(...inMonths(view.on_mat));
  });
  part("offers", [view.offers, play, cards.size], () => {
    $("offers").hidden = !view.offers?.length;
    $("offers-list").replaceChildren(
      ...(view.offers ?? []).map((text, at) =>
        h("li", {}, h("span", { class: "small" }, play.takes[at].map(image)), h("span", {}, text)),
      ),
    );
  });
  part("warned", [view.warnings, view.cautions], () => {
    const said = [...view.warnings, ...view.cautions];
    $("warned").hidden = !said.length;
    $("warned").replaceChildren(...said.map((text) => h("p", {}, text)));
  });
  part("deal", [view.payments, view.refused], () => {
    $("payments").replaceChildren(...view.payments.map((text) => h("li", {}, text)));
    $("refused").hidden = !view.refused;
    $("refused").textContent = view.refused;
  });
  part("weak", [view.phase, view.weak_hand, play], () => {
    $("weak").hidden = !(laying && view.weak_hand && !(play && play.begun));
  });
  part("summary", [view.phase, view.number, view.history.length, cards.size], () => {
    $("summary").hidden = view.phase !== "over";
    if (view.phase === "over") showReview($("summary-deals"), view.number, drawn);
  });
  part("won", [view.phase, view.leaders, view.totals], () => {
    if (view.phase === "over")
      $("won").textContent = view.leaders.map((seat) => say("hana_won", { who: who(seat), points: minus(view.totals[seat]) })).join(", ");
  });
  part("totals", [view.history, view.totals, view.leaders, view.method, view.chart_title], showTotals);
}

/** Return the cards of the open list, with those that left it: else another comes under a finger. */
function keptInPlace(missing) {
  if (!$("missing").open || !missing.length || !cards.size) return missing;
  return [...cards.keys()].filter((label) => missing.includes(label) || listed.includes(label));
}

/** The place of a card that has left the list. */
const gap = (label) => h("span", { class: `card gone${pictured.has(label) ? "" : " named"}`, "aria-hidden": "true" }, image(label) ?? nameOf(label));

/** Whose pile is being laid out: each card that is tapped then comes to it. */
function showWhose() {
  const seats = fromMine();
  if (whose !== null && !seats.includes(whose)) whose = null;
  $("missing-whose").replaceChildren(
    ...seats.map((seat) =>
      pick(`whose-${seat}`, who(seat), seat === whose, () => {
        whose = seat === whose ? null : seat;
        show(shown);
      }),
    ),
  );
}

function showNews(before) {
  const list = shown.news;
  // What is wrong on the table stands above already, and so does how to deal.
  const told = [...list]
    .reverse()
    .filter((one, at) => one.text !== shown.to_deal && (at > 0 || one.text !== shown.differs));
  if (shown.play || shown.to_deal || shown.phase === "over") told.length = Math.min(told.length, BRIEFLY);
  $("news").hidden = !told.length;
  $("news-list").replaceChildren(...told.map((one) => h("li", {}, one.text)));
  const newest = list.at(-1)?.number ?? 0;
  if (spoken !== null)
    for (const one of aloud) if (one.number > spoken && before !== null) voice.speak(one.text);
  spoken = newest;
}

function pick(focus, text, chosen, onclick) {
  return h("button", { type: "button", "aria-pressed": String(chosen), "data-focus": focus, onclick }, text);
}

/** How many play the next game: what was tapped, else as many as now. */
const many = () => players ?? shown?.game?.players ?? 2;

function showBegin() {
  const redraw = () => show(shown);
  $("players").replaceChildren(
    ...shown.choices.map((count) =>
      pick(`players-${count}`, say("hana_players", { count }), count === many(), () => {
        players = count;
        dealer = Math.min(dealer, count - 1);
        forPlayers(players);
        redraw();
      }),
    ),
  );
  $("dealers").replaceChildren(
    ...Array.from({ length: many() }, (_, seat) =>
      pick(`dealer-${seat}`, who(seat), seat === dealer, () => {
        dealer = seat;
        redraw();
      }),
    ),
  );
}

// ------------------------------------------------------------------------------------ the piles

const nameOf = (label) => cards.get(label)?.name ?? label;
const image = (label) =>
  pictured.has(label) ? h("img", { src: `/api/hana/card/${label}.png`, alt: "", loading: "lazy" }) : null;

function cardButton(label, tap = ask) {
  const inferred = shown.inferred.includes(label);
  const name = inferred ? `${nameOf(label)}, ${say("hana_inferred")}` : nameOf(label);
  return h(
    "button",
    {
      type: "button",
      class: `card${inferred ? " inferred" : ""}${pictured.has(label) ? "" : " named"}`,
      "aria-label": name,
      title: name,
      "data-focus": `card-${label}`,
      disabled: shown.phase !== "laying",
      onclick: () => tap(label),
    },
    image(label) ?? nameOf(label),
  );
}

/** Return the cards as buttons, those of a month together. */
const inMonths = (labels) => byMonth(labels, (label) => cardButton(label));

function byMonth(labels, drawCard) {
  /** @type {Map<string, string[]>} */
  const months = new Map();
  for (const label of labels) months.set(label.slice(0, 2), [...(months.get(label.slice(0, 2)) ?? []), label]);
  return [...months.values()].map((some) => h("span", { class: "month" }, some.map(drawCard)));
}

/** @param {Told.YakuShown} yaku */
function yakuItem(yaku, lacking, cancelled = false) {
  const language = document.documentElement.lang;
  const own = yaku.names[language] ?? yaku.names.en;
  const others = ["en", ...OTHERS].filter(
    (one, at, all) => yaku.names[one] !== own && at === all.findIndex((first) => yaku.names[first] === yaku.names[one]),
  );
  const drawn = yaku.cards.every((label) => pictured.has(label));
  const pictures = drawn ? h("span", { class: "small" }, yaku.cards.map(image)) : null;
  const spelt = h("span", { class: drawn ? "sr" : "spelt" }, yaku.cards.map(nameOf).join(", "));
  if (lacking) return h("li", {}, say("hana_short", { yaku: own }), " ", pictures, spelt);
  return h(
    "li",
    {},
    h("b", { class: cancelled ? "cancelled" : "" }, `${own} ${yaku.value}`),
    cancelled ? ` (${say("hana_cancelled")})` : null,
    h(
      "div",
      { class: "names" },
      others.map((one, index) => [index ? " · " : null, h("span", { lang: one }, yaku.names[one])]),
    ),
    pictures,
    spelt,
  );
}

/** The seats, the own one first: one's own pile is what one looks for. */
function fromMine() {
  const seats = Array.from({ length: shown.game.players }, (_, seat) => seat);
  return mine !== null && seats.includes(mine) ? [mine, ...seats.filter((seat) => seat !== mine)] : seats;
}

/** What a pile is worth, in parts and by both ways of scoring. */
function worth(pile) {
  const sum = parts(pile, shown.game.players);
  // Of an empty pile the traditional score is all that its seat is short of: nobody's business yet.
  if (pile.traditional === null || pile.cards.length === 0) return h("p", { class: "hint" }, sum);
  const both = { simplified: pile.simplified, traditional: minus(pile.traditional) };
  return h("p", { class: "hint" }, sum, h("br"), say("hana_scores", both));
}

function showPiles() {
  const laying = shown.phase === "laying";
  $("hana-piles").replaceChildren(
    ...(laying && !shown.waits ? fromMine() : []).map((seat) => {
      const pile = shown.piles[seat];
      const marked = shown.best.includes(seat) ? " best" : isGoing(shown) && seat === shown.to_move ? " turn" : "";
      const title = h("h2", { id: `pile-${seat}` }, sign(seat), h("span", {}, who(seat)));
      if (pile) title.append(h("b", {}, minus(shown.counts[seat] ?? pile.simplified)));
      return h(
        "section",
        { class: `onepile${marked}`, "aria-labelledby": `pile-${seat}` },
        title,
        pile ? worth(pile) : null,
        h("div", { class: "cards" }, inMonths(pile?.cards ?? [])),
        pile?.yaku.length ? h("ul", { class: "yaku" }, pile.yaku.map((one) => yakuItem(one, false, pile.cancelled))) : null,
        pile?.short.length ? h("ul", { class: "yaku short" }, pile.short.map((one) => yakuItem(one, true))) : null,
        laying && reads && !shown.play ? photoButton(seat) : null,
      );
    }),
  );
}

function photoButton(seat) {
  const id = `photo-${seat}`;
  const input = h("input", { type: "file", id, class: "sr", accept: "image/*", capture: "environment" });
  input.addEventListener("change", () => photograph(input, seat));
  return h("p", {}, h("label", { class: "button small", for: id }, say("hana_photo")), input);
}

function showAsked() {
  $("asked").hidden = !shown.unread.length || shown.phase !== "laying";
  if (!shown.unread.length) return;
  const [place] = shown.unread;
  $("asked").replaceChildren(
    h("h2", {}, place === null ? say("hana_unread_mat") : say("hana_unread", { whom: whom(place) })),
    h(
      "div",
      { class: "cards" },
      shown.missing.map((label) =>
        cardButton(label, () => put(label, place ?? "mat")),
      ),
    ),
  );
}

/** What the review draws cards and yaku with; seats only, for who sat there is not on record. */
const drawn = {
  who: (seat) => say("seat", { seat: seat + 1 }),
  months: (labels) => byMonth(labels, (label) => h("span", { class: "card", title: nameOf(label) }, image(label) ?? nameOf(label))),
  yaku: (yaku) => yakuItem(yaku, false),
};

function showTotals() {
  const seats = Array.from({ length: shown.game.players }, (_, seat) => seat);
  const row = (tag, head, cells, best = []) =>
    h("tr", {}, h("th", { scope: "row" }, head), cells.map((cell, seat) => h(tag, { class: best.includes(seat) ? "best" : "" }, minus(cell))));
  $("table").replaceChildren(
    h("thead", {}, h("tr", {}, h("td", {}), seats.map((seat) => h("th", { scope: "col" }, sign(seat), h("span", {}, who(seat)))))),
    h(
      "tbody",
      {},
      shown.history.map((deal, index) =>
        row("td", `${say("hana_number", { deal: index + 1 })}${deal.drawn ? ` (${say("hana_drawn")})` : ""}`, deal.scores, deal.best),
      ),
    ),
    h("tfoot", {}, row("td", say("hana_total"), shown.totals, shown.leaders)),
  );
  $("rules").textContent = say("hana_played_by", { method: shown.method, chart: shown.chart_title });
  showStandings(seats);
}

/** Where many look on, the totals stand at the top as soon as a deal counts: the table is far below. */
function showStandings(seats) {
  $("running").replaceChildren(
    h("span", { class: "sr" }, say("hana_total")),
    ...seats.map((seat) =>
      h(
        "span",
        { class: `standing${shown.leaders.includes(seat) ? " best" : ""}` },
        h("small", {}, sign(seat), h("span", {}, who(seat))),
        h("b", {}, minus(shown.totals[seat])),
      ),
    ),
  );
}

// ------------------------------------------------------------------------------------- the taps

/** Most cards of other months that one may be, in a list that is looked through at a glance. */
const MOST_OTHERS = 4;

/** Return the cards that one on record may be instead: of its month, and others if there are few. */
function mayBe(label) {
  const lying = [...shown.on_mat, ...shown.piles.flatMap((pile) => pile.cards)];
  if (!lying.includes(label)) return [];
  const left = [...cards.keys()].filter((one) => !lying.includes(one));
  const like = left.filter((one) => one.slice(0, 2) === label.slice(0, 2));
  const others = left.filter((one) => !like.includes(one));
  return others.length > MOST_OTHERS ? like : [...like, ...others];
}

/** Return where the page shows a card: at a seat, on the mat, or nowhere. */
function placeOf(label) {
  const seat = shown.piles.findIndex((pile) => pile.cards.includes(label));
  if (seat >= 0) return seat;
  return shown.on_mat.includes(label) ? "mat" : null;
}

/** Say where a card lies; it is refused if somebody has put it elsewhere than it was seen here. */
function put(label, to, lies = placeOf(label)) {
  return act("put", { card: label, to, lies });
}

/** Ask where a card lies, or which it is: the second tap puts it right. */
function ask(label) {
  const lies = placeOf(label);
  const to = async (place) => {
    $("sheet").close();
    await put(label, place, lies);
  };
  const is = async (card) => {
    $("sheet").close();
    await act("exchange", { was: label, card });
  };
  const option = (text, place) => h("button", { type: "button", onclick: () => to(place) }, text);
  $("sheet-title").textContent = say("hana_where", { card: nameOf(label) });
  $("sheet-options").replaceChildren(
    ...Array.from({ length: shown.game.players }, (_, seat) => option(who(seat), seat)),
    option(say("hana_on_mat"), "mat"),
    // Of a deal that is followed every card on record lies somewhere.
    ...(shown.play ? [] : [option(say("hana_nowhere"), null)]),
    ...mayBe(label).map((one) =>
      h("button", { type: "button", onclick: () => is(one) }, say("hana_is", { card: nameOf(one) })),
    ),
  );
  $("sheet").showModal();
}

/** Ask who calls a weak hand: the second tap draws the deal. */
function askWeak() {
  const option = (seat) =>
    h(
      "button",
      {
        type: "button",
        onclick: async () => {
          $("sheet").close();
          await act("draw", { version: shown.version, seat });
        },
      },
      who(seat),
    );
  $("sheet-title").textContent = say("hana_who_weak");
  $("sheet-options").replaceChildren(...Array.from({ length: shown.game.players }, (_, seat) => option(seat)));
  $("sheet").showModal();
}

const photograph = bindPictures({ look: $("look"), whole: $("whole") });
$("sheet-close").addEventListener("click", () => $("sheet").close());
$("missing").addEventListener("toggle", () => shown && show(shown));
$("score").addEventListener("click", () => act("score", { version: shown.version }));
$("draw").addEventListener("click", () => act("draw", { version: shown.version, seat: null }));
$("weak").addEventListener("click", askWeak);
for (const id of ["back", "reopen"]) $(id).addEventListener("click", () => act("back", { version: shown.version }));
$("start").addEventListener("click", async () => {
  const begun = await act("begin", { version: shown.version, players: many(), dealer, options: options() });
  if (begun) {
    beginning = false;
    forgetRules();
  }
  show(shown);
});
$("go-on").addEventListener("click", () => {
  beginning = false;
  players = null;
  forgetRules();
  show(shown);
});
$("again").addEventListener("click", () => {
  if (shown.phase === "laying" && !confirm(say("hana_sure_new"))) return;
  players = shown.game.players;
  dealer = shown.dealer ?? 0;
  forPlayers(players);
  beginning = true;
  show(shown);
  $("begin").scrollIntoView();
});

/** Learn what the cards are called, and which have a picture. */
async function learn() {
  const answer = await link.get("hana/cards");
  if (!answer.ok) {
    setTimeout(learn, 2000);
    return;
  }
  cards = new Map(answer.cards.map((one) => [one.label, one]));
  pictured = new Set(answer.pictures);
  $("look").hidden = !answer.camera;
  reads = answer.reads;
  forget();
  if (shown) show(shown);
}

bindRules();
bindPast(drawn);
learn();
