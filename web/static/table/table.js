// The page of a seat and the public one: shows each view as it comes, and sends taps.

import { colours, pileQuestion, proposed, question, rackQuestion, tileQuestion } from "./asked.js";
import { ClueSheet } from "./clue.js";
import { expansions, reminder, reminders } from "./conduct.js";
import { counts, firework, h, piles } from "../shared/draw.js";
import { showHands } from "./hands.js";
import { Link, send } from "../shared/link.js";
import { chosenStart, lobbyHeading, showLobby } from "./lobby.js";
import { $, forget, isPublic, part, seat, seesAll, styled } from "../shared/parts.js";
import { phones, showHouse, who } from "../shared/people.js";
import { bring, reveal } from "../shared/reveal.js";
import { count, say, word } from "../shared/texts.js";
import { toast as briefly } from "../shared/toast.js";
import { told, turnOfDiscard, turnOfFirework } from "../shared/told.js";
import { Voice } from "../shared/voice.js";

const LATER = new URL("later.css", import.meta.url).href;

/** @type {Told.TableView} */
let shown = null; // the view on the page
let laidHere = false; // whether a card was laid on this page, so that its question is looked for
let chosenTile = null; // the award tile that was turned, while the rest is asked

const voice = new Voice($("voice"), $("voice-sheet"), (wish) => send("voice", wish));
const link = new Link(
  isPublic && !seesAll ? "?public=1" : "",
  { view: show, house: meet, lost: showLost, out: () => location.replace("/#seat-lost") },
);
const sheet = new ClueSheet($("clue"), $("confirm"), seat, {
  check: (target, clue) => link.tap("check", { target, ...clue }),
  send: async (target, clue, { giver, tile, unmarked }) => {
    const answer = tile
      ? await link.tap("tile", { seat: giver, tile, target, ...clue })
      : await link.tap("clue", { ...(giver === null ? {} : { giver }), target, ...clue });
    if (answer.ok && !answer.waits) toast(say(unmarked ? "clue_unmarked" : "clue_sent"));
    return answer;
  },
});
let handSheet = null; // fetched when a hand is tapped for the first time
let photos = false; // whether those of hands can be read

async function openHand(target, slot = null, pile = null) {
  const [there] = await Promise.all([import("./hand.js"), styled(LATER)]).catch(() => []);
  if (!there) return toast(say("no_answer"));
  handSheet ??= new there.HandSheet($("hand-sheet"), seat, {
    act,
    lay,
    clue: (giver, whose) => sheet.open(shown.game, whose, { giver }),
    photo: (hand, file) => there.photograph(link, toast, hand, file),
  });
  handSheet.photos = photos;
  handSheet.open(shown, target, slot, pile);
}

/** Lay a card; with its face, which is told as soon as the table asks for it, in the same tap. */
async function lay(place, card) {
  laidHere = !card;
  if (!(await act("lay", place))) return false;
  if (!card) return true;
  let answer = await link.tap("answer", { card });
  const asked = shown.question;
  const same = asked && asked.seat === place.seat && asked.slot === place.slot && asked.place === place.pile;
  if (answer.stale && same) answer = await link.tap("answer", { card });
  if (!answer.ok) toast(answer.message ?? say("no_answer"));
  return true;
}

let correcting = null; // the sheet for putting turns right; fetched when one is tapped first

const correct = (/** @type {any} */ [{ CorrectSheet }]) =>
  new CorrectSheet($("correct"), {
    ask: (turn) => link.get("choices", { turn }),
    send: async (correction) => {
      const again = correction.kind === "redo";
      const answer = again ? await link.tap("redo") : await link.tap("correct", { correction });
      if (answer.ok && !answer.waits) toast(say("correct_sent"));
      return answer;
    },
    suits: () => shown.game.fireworks.map(({ suit }) => suit),
  });

/** Return the sheet for putting turns right; null: the connection is gone, which is said. */
async function correctSheet() {
  correcting ??= Promise.all([import("./correct.js"), styled(LATER)]).then(correct, () => null);
  const there = await correcting;
  if (!there) {
    correcting = null; // the next tap tries again
    toast(say("no_answer"));
  }
  return there;
}

/** Open the sheet for turn number `turn` of seat `whose`, which is `text`. */
async function openTurn(turn, whose, text) {
  if (shown.paused) return toast(word("status", "paused"));
  (await correctSheet())?.open(turn, whose, text);
}

let waking = null; // what keeps the screen on and says whose turn it is; fetched with the first game

/** Keep the screen of a page in play awake, and let its owner know that it is his turn. */
async function wake(playing, mine) {
  if (!playing && !waking) return;
  waking ??= Promise.all([import("./awake.js"), isPublic ? null : import("./cue.js")]).then(
    ([awake, cue]) => [new awake.Awake(), cue && new cue.Cue($("voice-sheet"))],
    () => null,
  );
  const parts = await waking;
  if (!parts) waking = null; // the connection is gone: the next view tries again
  parts?.[0].keep(playing);
  parts?.[1]?.show(mine);
}

let differing = null; // fetched when table and record differ for the first time

const differ = (/** @type {any} */ [{ Differing }]) =>
  new Differing({
    explain: () => link.get("explained"),
    offer: async (choice) => (await correctSheet())?.offer(say("table_right"), choice),
    list: () => {
      toast(say("explained_by_none"));
      bring($("turns"));
      document.querySelector("#turn-list button")?.focus({ preventScroll: true });
    },
  });

/** Show how table and record differ; of several views that come meanwhile the newest is shown. */
async function showDiffering(differs, before) {
  if (!differs && !differing) return;
  differing ??= Promise.all([import("./differs.js"), styled(LATER)]).then(differ, () => null);
  const there = await differing;
  if (!there) differing = null; // the connection is gone: the next view tries again
  there?.show(shown.differs);
  if (there && shown.differs && !before) reveal($("differs"));
}

/** Show who is there; where somebody is called otherwise, everything is drawn anew. */
function meet(house) {
  voice.hear(house.voice);
  photos = house.photos;
  if (handSheet) handSheet.photos = photos;
  const renamed = showHouse(house, async (wish, granted) => {
    const answer = await send("consent", { wish, granted });
    if (!answer.ok) toast(answer.message ?? say("no_answer"));
  });
  if (renamed) forget();
}

function showLost(why) {
  $("lost").hidden = why === null;
  if (why !== null) $("lost-why").textContent = say(why);
}

function toast(text) {
  briefly(text);
  keepOffNews();
}

/** On a small phone the newest turn may stand where a toast does, and is what was waited for. */
function keepOffNews() {
  const box = $("toast");
  box.style.removeProperty("top");
  const news = $("news").getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  if (seat !== null && news.height && news.top < bottom && top < news.bottom) box.style.top = `${news.bottom + 8}px`;
}

// -------------------------------------------------------------------------------------- view

/** May the clue sheet stay open: for a clue of this seat, of another, or of a tile? */
function canTell(view) {
  const { clue, tile } = view.may;
  if (sheet.tile) return tile?.seat === sheet.giver;
  const giver = sheet.giver ?? seat;
  return clue !== null && clue.giver === giver && clue.targets.includes(sheet.target);
}

function show(sent) {
  if (!sent.phase) return; // the table has said nothing yet
  const view = inWords(sent);
  const before = shown;
  shown = view;
  const { game, phase } = view;
  document.body.dataset.phase = phase;
  const [begins, gathers] = [before?.phase === "lobby" && game, before?.game && phase === "lobby"];
  if (begins || gathers) scrollTo(0, 0); // from the button that starts, or asks for a new game
  showTurn(view);
  showScore(view);
  showDiffering(view.differs, before?.differs);
  showAsked(view);
  $("lobby").hidden = phase !== "lobby" || !view.lobby;
  showLobby(view.lobby);
  $("play").hidden = !game;
  if (game) {
    styled(LATER); // at hand before anybody opens a sheet
    showGame(view);
  }
  const open = phase === "ending"; // it has ended, and its hands are not laid down yet
  $("end").hidden = phase !== "over" && !open;
  if (!$("end").hidden) {
    const justNow = before && before.phase === "playing";
    const laidDown = !open && before?.phase === "ending";
    const known = view.racks || game.hands.flat().some(({ face }) => face);
    showEnd(game, view.record, { justNow, laidDown, open, known, mayLayDown: !seesAll });
  } else {
    newestEnd = null;
  }
  const rests = seesAll || view.paused;
  $("undo").hidden = !view.undo || rests || phase === "over";
  $("redo").hidden = !view.redo || rests;
  $("turns").hidden = !game;
  if (game) showTurns(game, view.paused);
  $("paused").hidden = !view.paused;
  if (view.paused && !before?.paused) bring($("paused"));
  $("paused-how").textContent = say(view.camera === "none" ? "paused_unwatched" : "paused_watched");
  $("pause").hidden = phase !== "playing" || seesAll;
  $("pause").style.visibility = view.paused ? "hidden" : ""; // its place stays: nothing else comes under the finger
  $("stop").hidden = phase !== "playing" || seesAll;
  sheet.update(game, canTell(view));
  handSheet?.update(view);
  if (!$("toast").hidden) keepOffNews(); // what it is about may come after it
  tell(before, view);
}

let newestEnd = null; // until it is shown

/**
 * Show the end; its fireworks are fetched only now, so that a phone has its first page sooner. Of
 * several that come meanwhile the newest is shown, and one that came just now is still celebrated.
 */
async function showEnd(game, record, how) {
  const end = { ...how, justNow: how.justNow || Boolean(newestEnd?.justNow) };
  newestEnd = end;
  const [ending] = await Promise.all([import("./ending.js"), styled(LATER)]).catch(() => [null]);
  if (newestEnd !== end) return;
  newestEnd = null;
  if (!ending) return toast(say("no_answer"));
  ending.showEnd(game, record, end, voice);
}

function showTurn(view) {
  const { game, phase, status } = view;
  const mine = phase === "playing" && !isPublic && game.to_move === seat;
  document.body.classList.toggle("my-turn", mine);
  wake(phase === "playing" && !view.paused, mine);
  const heading =
    phase === "playing" && game.to_move !== null
      ? mine
        ? say("your_turn")
        : say("turn_of", { who: who(game.to_move) })
      : view.lobby && status === "waiting_to_start"
        ? lobbyHeading(view.lobby)
        : word("status", status);
  if ($("turn").textContent !== heading) $("turn").textContent = heading;
  const quiet = phase !== "playing" || status === "waiting_for_move";
  const own = mine && (barred(view.may) || (game && reminder(game.manners, "announced_discards")));
  const outside = game && seat >= game.players && say("looks_on");
  const text = view.detail ?? (quiet ? outside || own || amiss(view.tokens) || phoneless(view) : word("status", status));
  if ($("status").textContent !== text) $("status").textContent = text;
  document.body.dataset.status = status;
}

// What cannot be done in this turn, where that is a matter of clue tokens; a word for each rule.
function barred({ barred: { clue, discard } }) {
  if (clue === "no_clue_tokens") return say("no_tokens");
  return discard === "clue_tokens_full" ? say("tokens_full") : "";
}

/** The score as it stands, and the best that is still possible; at the end it has a place of its own. */
function showScore({ game, phase }) {
  $("running").hidden = phase !== "playing";
  if (phase !== "playing") return;
  const { score, reachable, unread, all_or_nothing: allOrNothing } = game;
  part("running", [score, reachable, unread, allOrNothing], () => {
    const least = unread > 0 ? "_least" : ""; // cards that nobody has read may be worth something, too
    const all = allOrNothing ? "_all" : "";
    const most = reachable;
    $("running").replaceChildren(
      h("span", { class: "sr" }, say(`score_told${least}${all}`, { score, most })),
      h("span", { "aria-hidden": "true" }, say(`score${least}`), " ", h("b", {}, score)),
      h("small", { "aria-hidden": "true" }, say(`score${all || "_most"}`, { most })),
    );
  });
}

// Without a camera somebody has to tap the turn of a seat without a phone, and finds nothing below "to move".
function phoneless({ game, phase, camera }) {
  const tapped = phase === "playing" && camera === "none" && seat !== null && game.to_move !== null;
  return tapped && !phones().includes(game.to_move) ? say("phoneless", { who: who(game.to_move) }) : "";
}

// Somebody has forgotten to move a token: mentioned where nothing else is to be said.
function amiss(tokens) {
  const tracks = Object.entries(tokens ?? {}).filter(([, track]) => track !== null);
  return tracks.map(([name, track]) => say(`tokens_amiss_${name}`, track)).join(" ");
}

function showGame(view) {
  const game = view.game;
  part("fireworks", game.fireworks, (before) =>
    $("fireworks").replaceChildren(
      ...game.fireworks.map((one, i) =>
        firework(one, before !== null && before[i]?.height < one.height, () =>
          putRight(turnOfFirework(shown.game, one.suit)),
        ),
      ),
    ),
  );
  part("counts", [game.clue_tokens, game.strikes, game.deck, game.turns_left, game.outcome], () =>
    $("counts").replaceChildren(...counts(game)),
  );
  part("news", newsOf(view), () => {
    const [newest, ...older] = newsOf(view).reverse();
    $("newest").textContent = newest?.headline ?? "";
    $("newest-fine").textContent = newest?.fine.join(" ") ?? "";
    $("older").replaceChildren(
      ...older.map(({ headline, fine }) => h("li", {}, headline, fine.length ? h("small", {}, ` ${fine.join(" ")}`) : null)),
    );
  });
  part("hands", [game.hands, game.to_move, view.may, view.phase], () =>
    showHands(view, {
      giveClue: (target) => sheet.open(shown.game, target),
      open: openHand,
    }),
  );
  part("naming", [view.may.name, view.named], () => {
    $("naming").hidden = !view.may.name.length;
    $("naming-colours").replaceChildren(...colours(view, seat, act));
  });
  part("expansions", game.expansions, () => {
    $("expansions-list").replaceChildren(...expansions(game.expansions));
    $("expansions").hidden = !game.expansions.length;
  });
  part("conduct", [game.manners], () =>
    $("conduct-list").replaceChildren(...reminders(game.manners, { begun: true })),
  );
  part("discards", [game.discards], () =>
    $("piles").replaceChildren(
      ...piles(game, (label, which) => putRight(turnOfDiscard(shown.game, label, which))),
    ),
  );
}

/** Open the sheet for putting a turn right, from the card that was laid in it. */
function putRight(turn) {
  if (turn) openTurn(turn.turn, turn.seat, told(turn));
  else toast(say("no_such_turn"));
}

/** All turns, the newest first; each can be tapped to put it right. */
function showTurns(game, disabled) {
  part("turns", [game.log, game.outcome, disabled], () => {
    const row = (turn, whose, text) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            disabled,
            "data-focus": `turn-${turn}`,
            onclick: () => openTurn(turn, whose, text),
          },
          text,
        ),
      );
    const next = game.log.length + 1;
    $("turn-list").replaceChildren(
      ...(game.outcome ? [] : [row(next, game.to_move, say("turn_now", { turn: next }))]),
      ...[...game.log].reverse().map((turn) => row(turn.turn, turn.seat, told(turn))),
    );
    // Without a button that can be tapped, keys scroll the list only where it takes the focus.
    if (disabled) $("turn-list").tabIndex = 0;
    else $("turn-list").removeAttribute("tabindex");
  });
}

// ------------------------------------------------------------------------------- questions

/** Show what is asked, one thing at a time: the table's question first. */
function showAsked(view) {
  const due = view.may.tile;
  if (!due) chosenTile = null;
  const asked = [view.pile, view.question, due, chosenTile];
  const own = view.rack_question;
  const pile = view.pile !== null && !seesAll;
  $("question").hidden = !(pile || view.question || due || own);
  part("question", [...asked, own], () => {
    if ($("question").hidden) return;
    const [title, answers] = pile
      ? pileQuestion(view.pile, sayPile)
      : view.question
      ? question(view.question, act)
      : due
        ? tileQuestion(due, chosenTile, { act, choose: chooseTile, clue: clueOfTile })
        : rackQuestion(view, act);
    $("toast").hidden = true; // it would lie on what is asked
    $("question-title").textContent = title;
    $("options").replaceChildren(...answers);
    if (laidHere && view.question) bring($("question"));
    laidHere &&= !view.question;
    reveal($("question"));
  });
  $("proposed").hidden = !view.proposed;
  part("proposed", view.proposed, () => {
    if (!view.proposed) return;
    const [asks, options] = proposed(view.proposed, slotsOf(view), act);
    $("proposed-title").textContent = asks;
    $("proposed-options").replaceChildren(...options);
    if (view.proposed.yours) reveal($("proposed"));
    else bring($("proposed")); // it was tapped here just now
  });
  $("notice").hidden = !view.notice;
  $("notice").textContent = view.notice ?? "";
}

/** Say on which pile a card lies; what is asked goes when the camera has looked again. */
async function sayPile(said) {
  const answer = await send("pile", said);
  if (!answer.ok) toast(answer.message ?? say("no_answer"));
}

/** Return the slots of the hand that a proposed clue is about, in the order in which this page shows it. */
function slotsOf({ game, proposed: { target } }) {
  const slots = (game?.hands[target] ?? []).map(({ slot }) => slot);
  return target === seat ? slots.reverse() : slots;
}

function chooseTile(tile) {
  chosenTile = tile;
  showAsked(shown);
}

function clueOfTile({ tile, clues }, target) {
  sheet.open(shown.game, target, { giver: shown.may.tile.seat, tile, clues });
}

/** Say what is new: a burnt fuse to whoever listens to the page, all of it where this speaks. */
function tell(before, view) {
  const ended = view.phase === "over" || view.phase === "ending"; // its score is said as it is shown
  voice.tell(view.aloud, ended);
  const strikes = view.game?.strikes[0] ?? 0;
  if (!strikes) $("alert").textContent = ""; // of the game before, or taken back
  if (before?.game && view.game && strikes > before.game.strikes[0])
    $("alert").textContent = count("strikes", strikes);
}

/** Return a view with what the table says of the moment in the language of this page.
 * @param {Told.TableView} view */
function inWords(view) {
  const said = view.said_in?.[document.documentElement.lang];
  if (!said) return view;
  const { detail = null, notice = null, reason = null, why = null, proposed: says = null } = said;
  const lobby = view.lobby && { ...view.lobby, reason };
  const differs = view.differs && { ...view.differs, why };
  const asks = view.proposed && { ...view.proposed, says };
  return { ...view, detail, notice, lobby, differs, proposed: asks };
}

/** Return what happened last, in the language of this page; oldest first. */
function newsOf(view) {
  return headlines(view.news_in?.[document.documentElement.lang] ?? view.news, view.small_print);
}

/** Return headlines, each with its small print; what of `sentences` is that, `small` says. */
function headlines(sentences, small) {
  const found = [];
  sentences.forEach((text, i) => {
    if (small[i] && found.length) found.at(-1).fine.push(text);
    else found.push({ headline: text, fine: [] });
  });
  return found;
}

// -------------------------------------------------------------------------------------- taps

async function act(path, body, done = null) {
  const answer = await link.tap(path, body);
  if (!answer.ok) toast(answer.message ?? say("no_answer"));
  else if (done && !answer.waits) toast(say(done)); // what waits is said where it can be withdrawn
  return answer.ok;
}

/** Put Undo beside the last move on a phone, and Pause into the heading where it has room for it. */
const narrow = matchMedia("(max-width: 799px)");
const tight = matchMedia("(max-width: 379px)");
function placeControls() {
  const onPhone = narrow.matches && !isPublic;
  if (onPhone) $("news").append($("undo"), $("redo"));
  else document.querySelector("footer").prepend($("undo"), $("redo"));
  const inHeading = onPhone && !tight.matches;
  $("pause").classList.toggle("icon", inHeading);
  $("pause").lastElementChild.classList.toggle("sr", inHeading);
  if (inHeading) $("voice").before($("pause"));
  else $("stop").before($("pause"));
}
for (const query of [narrow, tight]) query.addEventListener("change", placeControls);
placeControls();

$("retry").addEventListener("click", () => link.retry());
$("undo").addEventListener("click", () => act("undo", {}, "undone"));
$("redo").addEventListener("click", () => act("redo", {}, "redone"));
$("lay-down").addEventListener("click", () => act("lay-down"));
$("pause").addEventListener("click", () => act("pause", { paused: true }));
$("resume").addEventListener("click", () => act("pause", { paused: false }));
$("start").addEventListener("click", () => act("start", chosenStart()));
document.querySelector("[data-new]").addEventListener("click", () => act("new"));
$("stop").addEventListener("click", () => {
  $("sure").returnValue = "no";
  $("sure").showModal();
});
$("sure").addEventListener("close", () => $("sure").returnValue === "yes" && act("new"));
$("leave").addEventListener("click", async () => {
  if (!isPublic || seesAll) {
    const answer = await send("leave", {});
    if (!answer.ok) return toast(answer.message ?? say("no_answer"));
  }
  location.assign("/");
});
$("leave").disabled = false; // before this script runs a tap would be lost
