// The page of a seat and the public one: shows each view as it comes, and sends taps.

import { colours, question, rackQuestion, tileQuestion } from "./asked.js";
import { ClueSheet } from "./clue.js";
import { CorrectSheet, told } from "./correct.js";
import { card, counts, firework, h, piles } from "./draw.js";
import { HandSheet } from "./hand.js";
import { Link, send, sendPhoto } from "./link.js";
import { count, say, word } from "./texts.js";
import { Voice } from "./voice.js";

const $ = (id) => document.getElementById(id);
const seat = document.body.dataset.seat === "" ? null : Number(document.body.dataset.seat);
const isPublic = seat === null;

let shown = null; // the view on the page
let chosenPlayers = null; // how many play, as chosen here where no camera counts
let laidHere = false; // whether a card was laid on this page, so that its question is looked for
let chosenTile = null; // the award tile that was turned, while the rest is asked
let chosenFirst = null; // who begins, as chosen here; null: as the table says
const drawn = new Map(); // what each part was last drawn from

/** Draw a part again only if what it is drawn from has changed: so focus and animations last. */
function part(name, data, draw) {
  const key = JSON.stringify(data);
  if (drawn.get(name) === key) return;
  const before = drawn.has(name) ? JSON.parse(drawn.get(name)) : null;
  drawn.set(name, key);
  const focus = document.activeElement?.dataset?.focus;
  draw(before);
  if (focus && document.activeElement === document.body)
    document.querySelector(`[data-focus="${focus}"]`)?.focus();
}

const voice = new Voice($("voice"));
const link = new Link(
  { isPublic },
  { view: show, lost: showLost, out: () => location.replace("/") },
);
const sheet = new ClueSheet($("clue"), $("confirm"), async (target, clue, { giver, tile }) => {
  const answer = tile
    ? await link.tap("tile", { seat: giver, tile, target, ...clue })
    : await link.tap("clue", { ...(giver === null ? {} : { giver }), target, ...clue });
  if (answer.ok) toast(say("clue_sent"));
  return answer;
});
const handSheet = new HandSheet($("hand-sheet"), seat, {
  act: (path, body) => {
    laidHere = path === "lay";
    return act(path, body);
  },
  clue: (giver, target) => sheet.open(shown.game, target, { giver }),
  photo: document.body.dataset.photos === "yes" ? photograph : null,
});

async function photograph(hand, file) {
  toast(say("photo_sent"));
  const answer = await sendPhoto(link, hand, file);
  toast(answer.ok ? say("photo_read") : (answer.message ?? say("no_answer")));
}

const correcting = new CorrectSheet($("correct"), {
  ask: (turn) => link.get("choices", { turn }),
  send: async (correction) => {
    const answer = await link.tap("correct", { correction });
    if (answer.ok) toast(say("correct_sent"));
    return answer;
  },
});

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

/** May this seat give a clue now? */
const canClue = (view) =>
  !isPublic &&
  view.phase === "playing" &&
  view.game.reader === seat &&
  view.game.to_move === seat &&
  view.game.clue_tokens[0] > 0;

/** May the clue sheet stay open: for a clue of this seat, of another, or of a tile? */
function canTell(view) {
  if (view.phase !== "playing") return false;
  if (sheet.tile) return view.game.award === sheet.giver;
  if (sheet.giver !== null) return view.game.to_move === sheet.giver;
  return canClue(view);
}

function show(view) {
  if (!view.phase) return; // the table has said nothing yet
  const before = shown;
  shown = view;
  const { game, phase } = view;
  document.body.dataset.phase = phase;
  showTurn(view);
  showAsked(view);
  $("lobby").hidden = phase !== "lobby" || !view.lobby;
  if (view.lobby) showLobby(view.lobby);
  else chosenFirst = chosenPlayers = null;
  $("play").hidden = !game;
  if (game) showGame(view);
  $("end").hidden = phase !== "over";
  if (phase === "over") showEnd(game, before && before.phase === "playing");
  $("undo").hidden = !game;
  $("redo").hidden = !view.redo;
  $("turns").hidden = !game;
  if (game) showTurns(game);
  $("stop").hidden = phase !== "playing";
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
        : say("turn_of", { seat: game.to_move })
      : word("status", status);
  if ($("turn").textContent !== heading) $("turn").textContent = heading;
  const quiet = phase !== "playing" || status === "waiting_for_move";
  const noTokens = mine && quiet && game.clue_tokens[0] === 0 ? say("no_tokens") : "";
  const text = view.detail ?? (quiet ? noTokens : word("status", status));
  if ($("status").textContent !== text) $("status").textContent = text;
  document.body.dataset.status = status;
}

function showGame(view) {
  const game = view.game;
  part("fireworks", game.fireworks, (before) =>
    $("fireworks").replaceChildren(
      ...game.fireworks.map((one, i) =>
        firework(one, before !== null && before[i]?.height < one.height),
      ),
    ),
  );
  part("counts", [game.clue_tokens, game.strikes, game.deck, game.turns_left, game.outcome], () =>
    $("counts").replaceChildren(...counts(game)),
  );
  part("news", view.news, () => {
    const news = [...view.news].reverse();
    $("newest").textContent = news[0] ?? "";
    $("older").replaceChildren(...news.slice(1).map((text) => h("li", {}, text)));
  });
  part("hands", [game.hands, game.to_move, canClue(view), view.camera, view.phase], () =>
    showHands(view),
  );
  part("naming", [game.fireworks, view.named, canName(view)], () => {
    $("naming").hidden = !canName(view);
    if (canName(view)) $("naming-colours").replaceChildren(...colours(view, seat, act));
  });
  part("discards", [game.discards], () => $("piles").replaceChildren(...piles(game)));
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

/** The others in the order in which they play after this seat; the public sees all from 0. */
function others(game) {
  const seats = game.hands.map((_, i) => i);
  const after = game.reader === null ? 0 : seat + 1;
  return seats
    .map((_, i) => (after + i) % seats.length)
    .filter((one) => one !== game.reader);
}

function showHands(view) {
  const game = view.game;
  const possible = canClue(view);
  $("hands").replaceChildren(
    ...others(game).map((target) => {
      const hand = game.hands[target];
      const title = `hand-${target}`;
      const open = (event) =>
        possible && !event.target.closest(".more") && sheet.open(shown.game, target);
      return h(
        "section",
        {
          class: `of${game.to_move === target ? " to-move" : ""}${possible ? " possible" : ""}`,
          "aria-labelledby": title,
          onclick: open,
        },
        h(
          "div",
          { class: "title" },
          h("h2", { id: title }, say("hand_of", { seat: target })),
          possible
            ? h(
                "button",
                {
                  type: "button",
                  class: "primary small",
                  "data-focus": `clue-${target}`,
                  "aria-describedby": title,
                },
                say("give_clue"),
              )
            : null,
          more(view, target, title),
        ),
        h("ul", { class: "hand", "data-cards": hand.length }, hand.map((one, i) => card(one, i + 1, { own: game.reader === null }))),
      );
    }),
  );
  $("own").hidden = game.reader === null;
  if (game.reader !== null) {
    // Slot 0 is the left-most for the others, so the owner has it at the right.
    const own = [...game.hands[seat]].reverse();
    $("own-hand").dataset.cards = own.length;
    const choose = (slot) => (view.phase === "playing" ? () => handSheet.open(shown, seat, slot) : null);
    $("own-hand").replaceChildren(
      ...own.map((one, i) => card(one, i + 1, { own: true, choose: choose(one.slot) })),
    );
    $("own-more").replaceChildren(...[more(view, seat, "own-title")].filter((one) => one));
  }
}

/** The button that opens the sheet of a hand; null where there is nothing to say in it. */
function more(view, target, title) {
  const { game } = view;
  const canLog = game.to_move !== target && game.clue_tokens[0] > 0;
  const canLay = view.camera !== "on" && game.to_move === target;
  if (view.phase !== "playing" || (isPublic && !canLog && !canLay)) return null;
  return h(
    "button",
    {
      type: "button",
      class: "more icon",
      "data-focus": `more-${target}`,
      "aria-label": say("more"),
      "aria-describedby": title,
      onclick: () => handSheet.open(shown, target),
    },
    "⋯",
  );
}

/** May this seat name the colour of a card that it is about to play? */
const canName = (view) =>
  !isPublic &&
  view.phase === "playing" &&
  view.game.reader === seat &&
  view.game.synchronised_show &&
  view.game.to_move === seat;

// ------------------------------------------------------------------------- before and after

function showLobby(lobby) {
  const known = new Map(lobby.racks.map((rack) => [rack.seat, rack.cards]));
  if (chosenPlayers !== null && !lobby.choices.includes(chosenPlayers)) chosenPlayers = null;
  const players = (lobby.choices.length ? chosenPlayers : null) ?? lobby.players ?? 5;
  showPlayers(lobby);
  part("racks", [lobby.racks, players], () =>
    $("racks").replaceChildren(
      ...Array.from({ length: players }, (_, i) => {
        const cards = known.get(i);
        return h(
          "li",
          { class: cards ? "there" : "" },
          h("b", {}, say("seat", { seat: i })),
          h(
            "span",
            { class: "slots", "aria-hidden": "true" },
            Array.from({ length: 5 }, (_, j) => h("i", { class: j < (cards ?? 0) ? "full" : "" })),
          ),
          h("span", {}, cards === undefined ? say("no_rack") : count("rack_cards", cards)),
        );
      }),
    ),
  );
  const first = chosenFirst !== null && chosenFirst < players ? chosenFirst : lobby.first;
  part("first", [players, first], () =>
    $("first").replaceChildren(
      ...Array.from({ length: players }, (_, i) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "first",
            value: i,
            checked: i === first,
            "data-focus": `first-${i}`,
            onchange: () => (chosenFirst = i),
          }),
          h("span", {}, say("seat", { seat: i })),
        ),
      ),
    ),
  );
  const ready = lobby.ready || chosenPlayers !== null;
  $("reason").textContent = ready ? "" : (lobby.reason ?? "");
  $("start").disabled = !ready;
  $("racks").hidden = lobby.choices.length > 0;
  $("lobby-how").textContent = say(lobby.choices.length ? "lobby_unwatched" : "lobby_watched");
}

/** Where no camera counts the racks, somebody says how many play. */
function showPlayers(lobby) {
  $("players-part").hidden = !lobby.choices.length;
  const chosen = chosenPlayers ?? lobby.players;
  part("players", [lobby.choices, chosen], () =>
    $("players").replaceChildren(
      ...lobby.choices.map((count) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "players",
            value: count,
            checked: count === chosen,
            "data-focus": `players-${count}`,
            onchange: () => {
              chosenPlayers = count;
              showLobby(shown.lobby);
            },
          }),
          h("span", {}, count),
        ),
      ),
    ),
  );
}

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

const LOST = new Set(["strikeout", "failed"]);

function showEnd(game, justNow) {
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

/** Say what is new: everything on the public page, only a burnt fuse elsewhere. */
function tell(before, view) {
  if (!before) return;
  const strikes = view.game?.strikes[0] ?? 0;
  if (before.game && view.game && strikes > before.game.strikes[0])
    $("alert").textContent = count("strikes", strikes);
  if (!isPublic || view.phase === "over") return;
  for (const sentence of fresh(before.news, view.news).slice(-2)) voice.speak(sentence);
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
$("start").addEventListener("click", () => {
  const first = document.querySelector("#first input:checked")?.value ?? 0;
  const players = chosenPlayers === null ? {} : { players: chosenPlayers };
  act("start", { first: Number(first), ...players });
});
document.querySelector("[data-new]").addEventListener("click", () => act("new"));
$("stop").addEventListener("click", () => {
  $("sure").returnValue = "no";
  $("sure").showModal();
});
$("sure").addEventListener("close", () => $("sure").returnValue === "yes" && act("new"));
$("leave").addEventListener("click", async () => {
  if (!isPublic) await send("leave", {});
  location.assign("/");
});
