// A deck learnt from photos: which cards to lay, what was read of them, and what is doubtful.
//
// The table knows how far it is; this page keeps the photos that were taken here, to show them.

import { face, h, symbol } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { markCards } from "../shared/marks.js";
import { asSent, drawn, pictureOf } from "../shared/photo.js";
import { say } from "../shared/texts.js";

const SLOW = 180000; // ms that reading a photo may take on a small computer
const LOOK_AGAIN = 2000; // ms between two looks whether something is done that takes longer
const SHOWN = 1200; // pixels of the longer side of what is shown here
const HANABI = /^[rygbwmk][1-5]$/;
const THUMB = [44, 62]; // pixels of a card in the list, halved on the page

const $ = (id) => document.getElementById(id);

let lesson = null;
let chosen = null; // number of the card of the newest photo that is being named
const photos = new Map(); // page -> {picture, photo}: what was taken here

function wrong(message) {
  $("wrong").hidden = !message;
  $("wrong").textContent = message ?? "";
}

async function load() {
  try {
    const answer = await fetch("/api/deck");
    const body = await answer.json();
    if (answer.ok) show(body);
    else wrong(body.detail);
  } catch {
    wrong(say("no_answer"));
  }
}

async function act(body) {
  wrong(null);
  const answer = await send("deck", body);
  if (answer.ok) show(answer);
  else wrong(answer.message ?? say("no_answer"));
  if (answer.ok) return;
  await load(); // what was refused may be of a lesson that another phone has gone on with
  if (!answer.status) await untilDone();
}

// ------------------------------------------------------------------------------ the photo

/**
 * Wait for photos that are being read and decks that are being written: a small computer takes
 * longer than this page waits for an answer.
 */
async function untilDone() {
  while (lesson?.reading.length || lesson?.writing) {
    wrong(null);
    $("lesson").hidden = false;
    $("text").textContent = say(lesson.writing ? "deck_writing" : "deck_reading");
    $("begin").hidden = $("take").hidden = $("keep").hidden = true;
    await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    await load();
  }
}

/** Show what can be laid while the photo of `page` is read. */
function meanwhile(page) {
  const next = lesson.pages.findIndex((_, at) => at !== page && !lesson.learnt.includes(at));
  $("text").textContent = say(next < 0 ? "deck_reading_last" : "deck_reading");
  const n = lesson.learnt.filter((at) => at !== page).length + 2;
  if (next >= 0) $("step").textContent = say("deck_photo_of", { n, all: lesson.pages.length });
  $("how").hidden = next < 0;
  $("wanted").replaceChildren(...(next < 0 ? [] : [toLay(lesson.pages[next].rows)]));
}

async function take(file) {
  const page = lesson.wanted;
  wrong(null);
  $("fault").hidden = true;
  $("photo").disabled = true;
  meanwhile(page);
  const picture = await pictureOf(file);
  try {
    const body = await asSent(file, picture);
    const response = await fetch(`/api/deck/photo?page=${page}`, {
      method: "POST",
      headers: { "Content-Type": body.type || "image/jpeg" },
      body,
      signal: AbortSignal.timeout?.(SLOW),
    });
    const answer = await response.json();
    if (!response.ok) {
      wrong(answer.detail);
      return load();
    }
    if (picture && answer.photo) photos.set(answer.photo.page, { picture: drawn(picture, SHOWN), photo: answer.photo });
    show(answer);
    (answer.fault || answer.stage === "photo" ? $("lesson") : $("overview")).scrollIntoView({ block: "start" });
  } catch {
    wrong(say("no_answer"));
    await load();
    await untilDone();
    if (picture && lesson?.photo?.page === page) {
      photos.set(page, { picture: drawn(picture, SHOWN), photo: lesson.photo });
      show(lesson);
    }
  } finally {
    $("photo").disabled = false;
  }
}

// ------------------------------------------------------------------------------ the lesson

function show(told) {
  lesson = told;
  const { stage, photo, wanted, pages, learnt } = told;
  if (photo && photos.has(photo.page)) photos.get(photo.page).photo = photo;
  if (stage === "idle") photos.clear();
  const going = stage === "photo" || stage === "check";
  $("begin").hidden = going || stage === "done";
  $("lesson").hidden = stage === "idle";
  $("overview").hidden = stage === "idle";
  $("step").textContent = wanted === null ? told.deck : say("deck_photo_of", { n: learnt.length + 1, all: pages.length });
  $("text").textContent = told.text;
  $("take").hidden = $("how").hidden = wanted === null;
  $("keep").hidden = stage !== "check";
  $("stop").hidden = !going;
  $("go-on").hidden = stage !== "done";
  $("fault").hidden = !told.fault;
  $("fault").textContent = told.fault ?? "";
  $("wanted").replaceChildren(...(wanted === null ? [] : [toLay(pages[wanted].rows)]));
  $("doubts").replaceChildren(...doubtsOf(null));
  $("pages").replaceChildren(...pages.map((page, at) => item(page, at)));
  newest();
  replaces();
}

const small = ({ label, name }) =>
  HANABI.test(label) ? h("span", { class: "slot" }, face(label), h("span", { class: "sr" }, name)) : h("span", { class: "slot" }, name);

/** Draw how the cards are to lie. */
const toLay = (rows) => h("ol", { class: "lay" }, rows.map((row) => h("li", {}, h("ol", {}, row.map((card) => h("li", {}, small(card)))))));

/** What is doubtful of the photo of page `at`, which is said beside it; null: of no single one. */
const doubtsOf = (at) =>
  lesson.doubts
    .filter(({ page }) => page === at)
    .map(({ text }) => h("li", { class: "bad" }, h("b", { "aria-hidden": "true" }, "?"), h("span", {}, text)));

function item(page, at) {
  const done = lesson.learnt.includes(at);
  const again = done && (lesson.stage === "photo" || lesson.stage === "check");
  return h(
    "li",
    { class: done ? "done" : "" },
    h("b", { "aria-hidden": "true" }, done ? "✓" : "○"),
    h("span", {}, h("span", { class: "sr" }, `${say(done ? "deck_read" : "deck_open")}: `), page.text),
    ...(again ? [
      h("button", { type: "button", "aria-label": say("deck_again", { cards: page.text }), onclick: () => act({ do: "again", page: at }) }, "↺"),
    ] : []),
    h("ul", { class: "ticks" }, doubtsOf(at)),
    ...(done && photos.has(at) ? [cuts(page, photos.get(at))] : []),
  );
}

/** Cut the cards out of a photo, each under its name: what is learnt can be looked at. */
function cuts(page, { picture, photo }) {
  const names = new Map(page.rows.flat().map(({ label, name }) => [label, name]));
  const scale = picture.width / photo.width;
  return h(
    "ul",
    { class: "cuts" },
    photo.cards
      .filter(({ label }) => label !== null)
      .map(({ label, corners }) => h("li", {}, cut(picture, corners, scale), h("span", {}, names.get(label)))),
  );
}

function cut(picture, corners, scale) {
  const [width, height] = THUMB.map((side) => 2 * side);
  const [top, right, , left] = corners.map(([x, y]) => [(x + 0.5) * scale, (y + 0.5) * scale]);
  const canvas = h("canvas", { width, height, "aria-hidden": "true" });
  const across = [(right[0] - top[0]) / width, (right[1] - top[1]) / width];
  const down = [(left[0] - top[0]) / height, (left[1] - top[1]) / height];
  const area = across[0] * down[1] - across[1] * down[0];
  if (!area) return canvas;
  const context = canvas.getContext("2d");
  // The inverse of the map from the card to the photo.
  const [a, b, c, d] = [down[1] / area, -across[1] / area, -down[0] / area, across[0] / area];
  context.setTransform(a, b, c, d, -(a * top[0] + c * top[1]), -(b * top[0] + d * top[1]));
  context.drawImage(picture, 0, 0);
  return canvas;
}

// --------------------------------------------------------------------- the newest photo

const kept = () => (lesson.photo ? photos.get(lesson.photo.page) : null);

function newest() {
  const there = kept();
  $("read").hidden = !there || !lesson.photo.cards.length;
  if ($("read").hidden) return;
  const { width, height, cards } = lesson.photo;
  $("turn").hidden = cards.length < 2 || cards.some(({ label }) => label === null);
  const canvas = $("canvas");
  canvas.width = there.picture.width;
  canvas.height = there.picture.height;
  canvas.getContext("2d").drawImage(there.picture, 0, 0);
  const names = new Map(lesson.pages[lesson.photo.page].rows.flat().map(({ label, name }) => [label, name]));
  const shown = (label, number) => (HANABI.test(label) ? [h("b", {}, label[1]), symbol(`suit-${label[0]}`)] : h("b", {}, number + 1));
  markCards(
    $("marks"),
    width,
    height,
    cards.map(({ corners, label }, number) => ({
      corners,
      outline: label ? "" : "open",
      button: label && HANABI.test(label) ? `suit-${label[0]}` : "",
      name: label ? say("deck_card", { card: names.get(label) }) : say("deck_unnamed"),
      shows: label ? shown(label, number) : h("b", {}, "?"),
      tap: () => ask(number),
    })),
  );
}

function ask(number) {
  chosen = number;
  const now = lesson.photo.cards[number].label;
  $("which-names").replaceChildren(
    ...lesson.pages[lesson.photo.page].rows
      .flat()
      .map(({ label, name }) => h("button", { type: "button", "aria-pressed": String(label === now), onclick: () => tell(label) }, name)),
  );
  $("which").showModal();
}

/**
 * Name the chosen card; the one that had its name gets the old one, so that each has its own. Where
 * none was named yet, the others get theirs in their order as soon as as many are left as there
 * are cards.
 */
function tell(label) {
  $("which").close();
  const { cards, page } = lesson.photo;
  const before = cards[chosen].label;
  cards.forEach((card, number) => {
    if (number === chosen) Object.assign(card, { label, none: label === null });
    else if (label !== null && card.label === label) card.label = before;
  });
  const wanted = lesson.pages[page].rows.flat().map((card) => card.label);
  const real = cards.filter(({ none }) => !none);
  if (real.length === wanted.length && real.every((card) => !card.label)) real.forEach((card, at) => (card.label = wanted[at]));
  if (wanted.every((one) => cards.some((card) => card.label === one))) act({ do: "name", page, labels: cards.map((card) => card.label) });
  else newest();
}

// ---------------------------------------------------------------------------- what is asked

const game = () => document.querySelector("[name=game]:checked").value;

function replaces() {
  const known = lesson?.decks.includes($("name").value.trim());
  $("replaces").textContent = known ? say("deck_replaces") : "";
}

for (const choice of document.querySelectorAll("[name=game]"))
  choice.addEventListener("change", () => {
    $("suits-field").hidden = $("drawn").hidden = game() === "hanafuda";
    if (["hanabi", "hanafuda"].includes($("name").value)) $("name").value = game();
    replaces();
  });
$("name").addEventListener("input", replaces);
$("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  const suits = game() === "hanafuda" ? "" : $("suits").value;
  act({ do: "begin", deck: $("name").value.trim(), game: game(), suits, back: $("back").checked, at_once: $("at-once").checked });
});
$("photo").addEventListener("change", () => {
  const file = $("photo").files[0];
  $("photo").value = "";
  if (file) take(file);
});
$("printed").addEventListener("click", () => act({ do: "printed" }));
$("turn").addEventListener("click", () => act({ do: "turn", page: lesson.photo.page }));
$("keep").addEventListener("click", () => act({ do: "keep" }));
$("stop").addEventListener("click", () => act({ do: "stop" }));
$("which-none").addEventListener("click", () => tell(null));
$("which-close").addEventListener("click", () => $("which").close());
$("which").addEventListener("click", (event) => event.target === $("which") && $("which").close());

load().then(untilDone);
