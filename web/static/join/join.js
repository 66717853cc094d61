// Joining: one tap on a seat, and one that this is the rack in front of whoever took it.

import { burst } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { store, stored } from "../shared/stored.js";
import { say } from "../shared/texts.js";

const form = document.getElementById("join");
const wrong = document.getElementById("wrong");
const asking = document.getElementById("asking");
const FIRST = "first"; // kept while the first one at a new table is asked whether he sits there
const LOOK = 1000; // ms between two looks at what the table says
const UNKNOWN = 403; // what whoever has told no code is answered
const AGAIN = 3000; // ms between two looks at who sits where
const LOST = "#seat-lost"; // what a page that had a seat comes with, and where it is said why

if (location.hash === LOST) {
  document.querySelector(LOST).hidden = false;
  history.replaceState(null, "", location.pathname + location.search); // it is told once
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seat = event.submitter?.value ?? "none";
  if (seat === "none") return choose();
  const body = { seat: /^\d$/.test(seat) ? Number(seat) : null, name: form.elements.name.value };
  if (seat === "all") body.sees_all = true;
  if (form.dataset.known === "no") body.code = form.elements.code.value;
  if (form.dataset.first) store(FIRST, "yes");
  complain(null);
  join(body);
});

/** Enter in a field chooses no seat, for that is a choice of its own: lead on to it. */
function choose() {
  complain(say("choose_seat"));
  /** @type {HTMLElement | null} */ (form.querySelector("button.seat"))?.focus();
}

function complain(text) {
  wrong.textContent = text ?? "";
  wrong.hidden = text === null;
}

/** Take the seat; where the table is asked first, wait for what it says. */
async function join(body) {
  const answer = await send("join", body);
  if (!answer.ok) return complain(answer.message ?? say("no_answer"));
  if (!(await isKnown())) return complain(say("no_cookies"));
  if (answer.page) return goOn(answer);
  delete body.code; // it is known by now
  form.dataset.known = "yes";
  asking.hidden = false;
  asking.scrollIntoView({ block: "nearest" });
  const granted = await verdict();
  asking.hidden = true;
  if (granted) return join(body);
  complain(say(granted === false ? "wish_refused" : "wish_over"));
  look();
}

/** Does the table know this phone again? Without a cookie this page would only come back, wordless. */
async function isKnown() {
  try {
    return (await fetch("/api/wish")).status !== UNKNOWN;
  } catch {
    return true; // the next page says that the table cannot be reached
  }
}

/** Go to the page that is this phone's; the first one at a new table is asked how to play. */
function goOn({ page, confirm }) {
  if (confirm || !stored(FIRST)) return location.replace(page);
  store(FIRST, "");
  location.replace(page === "/seat" ? "/tonight?first=yes" : page);
}

/** Return what the table says: true or false, or null where nobody answers. */
async function verdict() {
  for (;;) {
    await new Promise((done) => setTimeout(done, LOOK));
    try {
      const { seat, granted } = await (await fetch("/api/wish")).json();
      if (granted !== null || seat === null) return granted;
    } catch {
      // The table cannot be reached just now: ask again.
    }
  }
}

// Before the second tap the table shows no hand to this phone.
for (const button of document.querySelectorAll("[data-sits]"))
  button.addEventListener("click", async () => {
    const body = { seat: Number(button.dataset.seat), sits: button.dataset.sits === "yes" };
    const answer = await send("confirm", body);
    if (answer.page) return goOn(answer);
    // The seat is another's by now: it is chosen again.
    if ([403, 409].includes(answer.status)) return location.replace("/");
    complain(answer.message ?? say("no_answer"));
  });

/** Show who sits where now: others come to the table while somebody reads this page. */
async function look() {
  const shown = document.getElementById("seats");
  if (document.hidden || !shown) return;
  try {
    const answer = await fetch(`/seats${location.search}`);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    bring(shown, /** @type {HTMLButtonElement[]} */ ([...page.querySelectorAll("button")]));
  } catch {
    // The table cannot be reached just now: the next look may.
  }
}

/** Bring the seats on the page up to `now`; what has not changed stays, and so does the focus. */
function bring(shown, now) {
  const places = new Set(now.map((one) => one.value));
  for (const button of [...shown.children]) if (!places.has(button.value)) button.remove();
  for (const [nth, one] of now.entries()) {
    const button = shown.children[nth];
    one.disabled = false;
    if (button?.value !== one.value) shown.insertBefore(one, button ?? null);
    else if (button.outerHTML !== one.outerHTML) {
      button.className = one.className;
      button.replaceChildren(...one.childNodes);
    }
  }
}

if (form) {
  setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
}

// Before this script runs a tap would be lost, or send the form off as an address of this page.
for (const button of document.querySelectorAll("button:disabled")) button.disabled = false;

// Whoever comes back with the browser's button sees who sits where now.
addEventListener("pageshow", (event) => event.persisted && location.reload());

const hero = document.getElementById("hero");
for (const [suit, x, y, radius] of /** @type {[string, number, number, number][]} */ ([
  ["b", -36, 2, 15],
  ["y", 0, -14, 26],
  ["r", 36, 0, 17],
]))
  hero?.append(burst(suit, x, y, radius, radius > 20 ? 16 : 12));
for (const group of document.querySelectorAll("#hero .burst"))
  group.classList.add(`suit-${"byr"[[...group.parentNode.children].indexOf(group)]}`);
