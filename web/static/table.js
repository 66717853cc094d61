// The page of a seat and the public one: shows each view as it comes, and sends taps.

import { colours, question, rackQuestion, tileQuestion } from "./asked.js";
import { ClueSheet } from "./clue.js";
import { CorrectSheet, told, turnOfDiscard, turnOfFirework } from "./correct.js";
import { Differing } from "./differs.js";
import { counts, firework, h, piles } from "./draw.js";
import { showEnd } from "./ending.js";
import { HandSheet } from "./hand.js";
import { canClue, canName, showHands } from "./hands.js";
import { Link, send, sendPhoto } from "./link.js";
import { chosenStart, showLobby } from "./lobby.js";
import { $, forget, isPublic, part, seat, seesAll } from "./parts.js";
import { showHouse, who } from "./people.js";
import { reveal } from "./reveal.js";
import { count, say, word } from "./texts.js";
import { Voice } from "./voice.js";

let shown = null; // the view on the page
let laidHere = false; // whether a card was laid on this page, so that its question is looked for
let chosenTile = null; // the award tile that was turned, while the rest is asked

const voice = new Voice($("voice"), $("voice-sheet"), (wish) => send("voice", wish));
const link = new Link(
  isPublic && !seesAll ? "?public=1" : "",
  { view: show, house: meet, lost: showLost, out: () => location.replace("/") },
);
const sheet = new ClueSheet($("clue"), $("confirm"), {
  check: (target, clue) => link.tap("check", { target, ...clue }),
  send: async (target, clue, { giver, tile }) => {
    const answer = tile
      ? await link.tap("tile", { seat: giver, tile, target, ...clue })
      : await link.tap("clue", { ...(giver === null ? {} : { giver }), target, ...clue });
    if (answer.ok) toast(say("clue_sent"));
    return answer;
  },
});
const handSheet = new HandSheet($("hand-sheet"), seat, {
  act: (path, body) => {
    laidHere = path === "lay";
    return act(path, body);
  },
  clue: (giver, target) => sheet.open(shown.game, target, { giver }),
  photo: photograph,
});

async function photograph(hand, file) {
  toast(say("photo_sent"));
  const answer = await sendPhoto(link, hand, file);
  toast(answer.ok ? say("photo_read") : (answer.message ?? say("no_answer")));
}

const correcting = new CorrectSheet($("correct"), {
  ask: (turn) => link.get("choices", { turn }),
  send: async (correction) => {
    const again = correction.kind === "redo";
    const answer = again ? await link.tap("redo") : await link.tap("correct", { correction });
    if (answer.ok) toast(say("correct_sent"));
    return answer;
  },
});

const differing = new Differing({
  explain: () => link.get("explained"),
  offer: (choice) => correcting.offer(say("table_right"), choice),
  list: () => {
    toast(say("explained_by_none"));
    $("turns").scrollIntoView({ block: "start" });
    document.querySelector("#turn-list button")?.focus({ preventScroll: true });
  },
});

/** Show who is there; where somebody is called otherwise, everything is drawn anew. */
function meet(house) {
  voice.hear(house.voice);
  handSheet.photos = house.photos;
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

let toastTimer = null;
function toast(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => ($("toast").hidden = true), 4000);
}

// -------------------------------------------------------------------------------------- view

/** May the clue sheet stay open: for a clue of this seat, of another, or of a tile? */
function canTell(view) {
  if (view.phase !== "playing") return false;
  if (sheet.tile) return view.game.award === sheet.giver;
  if (sheet.giver !== null) return view.game.to_move === sheet.giver;
  return canClue(view);
}

function show(sent) {
  if (!sent.phase) return; // the table has said nothing yet
  const view = inWords(sent);
  const before = shown;
  shown = view;
  const { game, phase } = view;
  document.body.dataset.phase = phase;
  showTurn(view);
  differing.show(view.differs);
  if (view.differs && !before?.differs) reveal($("differs"));
  showAsked(view);
  $("lobby").hidden = phase !== "lobby" || !view.lobby;
  showLobby(view.lobby);
  $("play").hidden = !game;
  if (game) showGame(view);
  $("end").hidden = phase !== "over";
  if (phase === "over") showEnd(game, view.record, before && before.phase === "playing", voice);
  $("undo").hidden = !game || seesAll;
  $("redo").hidden = !view.redo || seesAll;
  $("turns").hidden = !game;
  if (game) showTurns(game);
  $("paused").hidden = !view.paused;
  $("pause").hidden = phase !== "playing" || view.paused || seesAll;
  $("stop").hidden = phase !== "playing" || seesAll;
  sheet.update(game, canTell(view));
  handSheet.update(view);
  tell(before, view);
}

function showTurn(view) {
  const { game, phase, status } = view;
  const mine = phase === "playing" && !isPublic && game.to_move === seat;
  document.body.classList.toggle("my-turn", mine);
  const heading =
    phase === "playing" && game.to_move !== null
      ? mine
        ? say("your_turn")
        : say("turn_of", { who: who(game.to_move) })
      : word("status", status);
  if ($("turn").textContent !== heading) $("turn").textContent = heading;
  const quiet = phase !== "playing" || status === "waiting_for_move";
  const noTokens = mine && quiet && game.clue_tokens[0] === 0 ? say("no_tokens") : "";
  const text = view.detail ?? (quiet ? noTokens || amiss(view.tokens) : word("status", status));
  if ($("status").textContent !== text) $("status").textContent = text;
  document.body.dataset.status = status;
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
    const news = [...newsOf(view)].reverse();
    $("newest").textContent = news[0] ?? "";
    $("older").replaceChildren(...news.slice(1).map((text) => h("li", {}, text)));
  });
  part("hands", [game.hands, game.to_move, canClue(view), view.camera, view.phase], () =>
    showHands(view, {
      giveClue: (target) => sheet.open(shown.game, target),
      open: (target, slot) => handSheet.open(shown, target, slot),
    }),
  );
  part("naming", [game.fireworks, view.named, canName(view)], () => {
    $("naming").hidden = !canName(view);
    if (canName(view)) $("naming-colours").replaceChildren(...colours(view, seat, act));
  });
  part("discards", [game.discards], () => 
    $("piles").replaceChildren(
      ...piles(game, (label, which) => putRight(turnOfDiscard(shown.game, label, which))),
    ),
  );
}

/** Open the sheet for putting a turn right, from the card that was laid in it. */
function putRight(turn) {
  if (turn) correcting.open(turn.turn, told(turn));
  else toast(say("no_such_turn"));
}

/** All turns, the newest first; each can be tapped to put it right. */
function showTurns(game) {
  part("turns", [game.log, game.outcome], () => {
    const row = (turn, text) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            "data-focus": `turn-${turn}`,
            onclick: () => correcting.open(turn, text),
          },
          text,
        ),
      );
    const next = game.log.length + 1;
    $("turn-list").replaceChildren(
      ...(game.outcome ? [] : [row(next, say("turn_now", { turn: next }))]),
      ...[...game.log].reverse().map((turn) => row(turn.turn, told(turn))),
    );
  });
}

// ------------------------------------------------------------------------------- questions

/** Show what is asked, one thing at a time: the table's question first. */
function showAsked(view) {
  const { game } = view;
  const due = view.phase === "playing" && game.award !== null;
  if (!due) chosenTile = null;
  const asked = [view.question, due && [game.award, game.tiles, game.discards], chosenTile];
  const own = view.rack_question;
  $("question").hidden = !(view.question || due || own);
  part("question", [...asked, own], () => {
    if ($("question").hidden) return;
    const [title, answers] = view.question
      ? question(view.question, act)
      : due
        ? tileQuestion(game, chosenTile, { act, choose: chooseTile, clue: clueOfTile })
        : rackQuestion(view, act);
    $("question-title").textContent = title;
    $("options").replaceChildren(...answers);
    if (laidHere && view.question) $("question").scrollIntoView({ block: "start" });
    laidHere &&= !view.question;
    reveal($("question"));
  });
  $("notice").hidden = !view.notice;
  $("notice").textContent = view.notice ?? "";
}

function chooseTile(tile) {
  chosenTile = tile;
  showAsked(shown);
}

function clueOfTile(tile, target) {
  sheet.open(shown.game, target, { giver: shown.game.award, tile });
}

/** Say what is new: a burnt fuse to whoever listens to the page, all of it where this speaks. */
function tell(before, view) {
  if (!before) return;
  const strikes = view.game?.strikes[0] ?? 0;
  if (before.game && view.game && strikes > before.game.strikes[0])
    $("alert").textContent = count("strikes", strikes);
  if (view.phase === "over") return;
  for (const sentence of fresh(before.news, view.news).slice(-2)) voice.speak(sentence);
}

/** Return a view with what the table says of the moment in the language of this page. */
function inWords(view) {
  const said = view.said_in?.[document.documentElement.lang];
  if (!said) return view;
  const { detail = null, notice = null, reason = null, why = null } = said;
  const lobby = view.lobby && { ...view.lobby, reason };
  const differs = view.differs && { ...view.differs, why };
  return { ...view, detail, notice, lobby, differs };
}

/** Return what happened last, in the language of this page. */
function newsOf(view) {
  return view.news_in?.[document.documentElement.lang] ?? view.news;
}

/** Return the sentences of `now` that follow those of `before`. */
function fresh(before, now) {
  for (let same = Math.min(before.length, now.length); same > 0; same -= 1)
    if (before.slice(-same).every((text, i) => text === now[i])) return now.slice(same);
  return now;
}

// -------------------------------------------------------------------------------------- taps

async function act(path, body, done = null) {
  const answer = await link.tap(path, body);
  if (!answer.ok) toast(answer.message ?? say("no_answer"));
  else if (done) toast(say(done));
  return answer.ok;
}

$("retry").addEventListener("click", () => link.retry());
$("undo").addEventListener("click", () => act("undo", {}, "undone"));
$("redo").addEventListener("click", () => act("redo", {}, "redone"));
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
  if (!isPublic || seesAll) await send("leave", {});
  location.assign("/");
});
