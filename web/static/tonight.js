// How to play tonight: what is there already, and the choice.

import { send } from "./link.js";
import { say } from "./texts.js";

const AGAIN = 1500; // ms between two tries while the companion starts anew
const $ = (id) => document.getElementById(id);

function wrong(message) {
  $("wrong").hidden = !message;
  $("wrong").textContent = message ?? "";
}

function tick(step, good) {
  for (const item of document.querySelectorAll(`[data-step="${step}"]`)) {
    item.className = good ? "good" : "bad";
    item.firstElementChild.textContent = good ? "✓" : "○";
  }
}

async function look() {
  try {
    const answer = await fetch("/api/tonight");
    const { decks, camera } = await answer.json();
    tick("deck", decks?.length > 0);
    tick("camera", camera === "on");
  } catch {
    wrong(say("no_answer"));
  }
}

/** Go on to the seats when the companion answers again. */
async function goOn() {
  try {
    if ((await fetch("/api/tonight")).ok) return location.assign("/?sit=1");
  } catch {
    // not yet
  }
  setTimeout(goOn, AGAIN);
}

for (const button of document.querySelectorAll("[data-way]"))
  button.addEventListener("click", async () => {
    wrong(null);
    const answer = await send("tonight", { way: button.dataset.way });
    if (!answer.ok || answer.lacks) return wrong(answer.lacks ?? answer.message ?? say("no_answer"));
    if (!answer.anew) return location.assign("/?sit=1");
    $("state").textContent = $("state").dataset.anew;
    setTimeout(goOn, 2 * AGAIN); // not before it has gone
  });

// What is opened is seen, with its button where the screen is high enough.
for (const way of document.querySelectorAll("details.way"))
  way.addEventListener("toggle", () => {
    const block = way.offsetHeight <= innerHeight ? "nearest" : "start";
    if (way.open) way.scrollIntoView({ block });
  });

if (location.hash) $(location.hash.slice(1))?.setAttribute("open", "");
look();
