// A photo of a display, scored without a game: what was read is drawn on it and put right by taps.
//
// The table counts: this page keeps the cards as they were read or told, and asks for their score.

import { face, h, symbol } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { markCards } from "../shared/marks.js";
import { asSent, pictureOf } from "../shared/photo.js";
import { say, word } from "../shared/texts.js";

const SLOW = 120000; // ms that reading a photo may take on a small computer
const SUITS = ["r", "y", "g", "b", "w", "m", "k"];
const RANKS = [1, 2, 3, 4, 5];

const $ = (id) => document.getElementById(id);
const wide = Math.max(window.screen.width, 800); // pixels of the picture on the page

let cards = []; // {label, zone, corners, likely, told}
let mat = false;
let suits = SUITS; // those of the deck that was played with; all, while nobody knows which
let size = null; // of the picture that the corners are in
let chosen = null; // the card that is being put right; null: a new one
let newest = 0; // the number of the newest question: what an older one is answered is out of date

function wrong(message) {
  $("wrong").hidden = !message;
  $("wrong").textContent = message ?? "";
}

// ------------------------------------------------------------------------------ the photo

async function ready() {
  try {
    const answer = await fetch("/api/score");
    const { decks, hidden, detail } = await answer.json();
    if (!answer.ok) return wrong(detail);
    $("deck").replaceChildren(...decks.map((name) => h("option", { value: name }, name)));
    $("deck-field").hidden = decks.length < 2;
    const none = hidden || !decks.length;
    $("photo").disabled = none;
    $("photo-label").hidden = none;
    $("teach").hidden = hidden || decks.length > 0;
    $("state").textContent = hidden ? say("score_hidden") : decks.length ? "" : say("score_no_deck");
  } catch {
    wrong(say("no_answer"));
  }
}

const asked = ready(); // a photo may be chosen before it is known which decks there are

/** Draw the photo; a phone's own decoder turns it as it was held. */
function draw(picture) {
  const scale = Math.min(1, (2 * wide) / picture.width);
  const canvas = $("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
}

async function take(file) {
  wrong(null);
  $("state").textContent = say("score_reading");
  const picture = await pictureOf(file);
  await asked;
  try {
    const body = await asSent(file, picture);
    const response = await fetch(`/api/score/photo?${new URLSearchParams({ deck: $("deck").value })}`, {
      method: "POST",
      headers: { "Content-Type": body.type || "image/jpeg" },
      body,
      signal: AbortSignal.timeout?.(SLOW),
    });
    const answer = await response.json();
    $("state").textContent = "";
    if (!response.ok) return wrong(answer.detail);
    ({ cards, mat, suits } = answer);
    newest += 1;
    size = [answer.width, answer.height];
    if (picture) draw(picture);
    $("shot").hidden = !picture;
    $("photo-label").textContent = say("score_another");
    $("photo-label").classList.remove("primary");
    show(answer);
    $("result").scrollIntoView({ block: "start" });
  } catch {
    $("state").textContent = "";
    wrong(say("no_answer"));
  }
}

// ----------------------------------------------------------------------- what lies there

const isCard = (label) => SUITS.includes(label[0]) && RANKS.includes(Number(label[1])) && label.length === 2;
const named = (card) => (card.label ? say("score_card", { card: word("cards", card.label) }) : say("score_no_name"));
const kind = (card) => (card.told ? "told" : card.label ? "" : "open");

/** Ask for the score of the cards as they are now; a foreign card counts nothing. */
async function count() {
  const told = cards.filter(({ label }) => label === null || isCard(label)).map(({ label, zone }) => ({ label, zone }));
  const number = ++newest;
  const answer = await send("score", { cards: told, mat });
  if (number !== newest) return;
  wrong(answer.ok ? null : (answer.message ?? say("no_answer")));
  if (answer.ok) show(answer);
}

/** @param {Told.DisplayShown} display */
function show({ text, fireworks, doubts }) {
  $("result").hidden = $("read").hidden = false;
  const [points, ...rest] = text.split(/(?<=[.!?]) /);
  $("points").textContent = points;
  $("rating").textContent = rest.join(" ");
  $("heights").replaceChildren(
    ...fireworks.map(({ suit, height }) =>
      h(
        "li",
        { class: `suit-${suit}${height === RANKS.length ? " done" : ""}` },
        symbol(`suit-${suit}`),
        h("span", { "aria-hidden": "true" }, height),
        h("span", { class: "sr" }, say("score_height", { suit: word("suits", suit), height })),
      ),
    ),
  );
  $("doubts").replaceChildren(...doubts.map((doubt) => h("li", { class: "bad" }, h("b", { "aria-hidden": "true" }, "?"), h("span", {}, doubt))));
  $("cards").replaceChildren(
    ...sorted().map((card) =>
      h("li", {}, h("button", { type: "button", "aria-label": named(card), onclick: () => open(card) }, faceOf(card))),
    ),
  );
  mark();
}

const place = ({ label }) => (label ? SUITS.indexOf(label[0]) * 10 + Number(label[1]) : -1);
const sorted = () => [...cards].sort((one, other) => place(one) - place(other));

function faceOf({ label }) {
  const drawn = face(label && isCard(label) ? label : null);
  if (!label) drawn.append(h("b", { class: "unknown" }, "?"));
  return drawn;
}

/** Draw on the photo what was read there. */
function mark() {
  if (size === null) return;
  const [width, height] = size;
  const there = cards.filter(({ corners }) => corners.length === 4);
  markCards(
    $("marks"),
    width,
    height,
    there.map((card) => {
      const known = card.label && isCard(card.label);
      return {
        corners: card.corners,
        outline: kind(card),
        button: `${kind(card)}${known ? ` suit-${card.label[0]}` : ""}`,
        name: named(card),
        shows: known ? [h("b", {}, card.label[1]), symbol(`suit-${card.label[0]}`)] : h("b", {}, "?"),
        tap: () => open(card),
      };
    }),
  );
}

// -------------------------------------------------------------------------- put it right

function open(card) {
  chosen = card;
  const likely = card?.likely ?? [];
  $("which-title").textContent = say(card ? "score_which" : "score_which_new");
  $("which-likely").hidden = !likely.length;
  $("which-none").hidden = !card;
  $("which-faces").replaceChildren(
    ...suits.map((suit) =>
      h(
        "div",
        { class: "faces" },
        RANKS.map((rank) => {
          const label = `${suit}${rank}`;
          const marked = card?.label === label ? " now" : likely.includes(label) ? " likely" : "";
          const name = word("cards", label);
          return h(
            "button",
            { type: "button", class: `face${marked}`, "aria-label": name, "aria-pressed": String(card?.label === label), onclick: () => tell(label) },
            face(label),
          );
        }),
      ),
    ),
  );
  $("which").showModal();
}

function tell(label) {
  if (chosen) Object.assign(chosen, { label, told: true });
  else cards.push({ label, zone: "", corners: [], likely: [], told: true });
  $("which").close();
  count();
}

$("which-none").addEventListener("click", () => {
  cards = cards.filter((card) => card !== chosen);
  $("which").close();
  count();
});
$("which-close").addEventListener("click", () => $("which").close());
$("which").addEventListener("click", (event) => event.target === $("which") && $("which").close());
$("add").addEventListener("click", () => open(null));
$("by-hand").addEventListener("click", () => {
  cards = [];
  mat = false;
  suits = SUITS;
  size = null;
  $("shot").hidden = true;
  $("result").hidden = true;
  $("read").hidden = false;
  $("cards").replaceChildren();
  open(null);
});
$("photo").addEventListener("change", () => {
  const file = $("photo").files[0];
  $("photo").value = "";
  if (file) take(file);
});
