// How to play tonight: what is there already, and the choice.

import { send } from "../shared/link.js";
import { store, stored } from "../shared/stored.js";
import { say } from "../shared/texts.js";

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
    const { decks, camera, now } = await answer.json();
    tick("deck", decks?.length > 0);
    tick("camera", camera === "on" || camera === "there");
    for (const way of now ?? []) document.querySelector(`[data-way=${way}]`)?.closest(".way")?.classList.add("now");
    for (const link of document.querySelectorAll("[data-step=aim] a")) link.hidden = camera !== "on";
  } catch {
    wrong(say("no_answer"));
  }
}

/** Go on to the seats, or to the seat that this phone has, when the companion answers again. */
async function goOn() {
  try {
    if ((await fetch("/api/tonight")).ok) return goHome();
  } catch {
    // not yet
  }
  setTimeout(goOn, AGAIN);
}

const goHome = () => location.assign($("state").dataset.home);

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-way]"))) {
  button.disabled = false; // before this script ran a tap would have been lost
  button.addEventListener("click", async () => {
    wrong(null);
    button.after($("state"), $("wrong")); // what comes of it is seen where it was tapped
    const answer = await send("tonight", { way: button.dataset.way });
    if (!answer.ok || answer.lacks) return wrong(answer.lacks ?? answer.message ?? say("no_answer"));
    if (!answer.anew) return goHome();
    $("state").textContent = $("state").dataset.anew;
    setTimeout(goOn, 2 * AGAIN); // not before it has gone
  });
}

// What is opened is seen, with its button where the screen is high enough.
for (const way of document.querySelectorAll("details.way"))
  way.addEventListener("toggle", () => {
    const block = way.offsetHeight <= innerHeight ? "nearest" : "start";
    if (!way.open) return;
    way.scrollIntoView({ block });
    store("way", way.id);
  });

// Whoever comes back from teaching a deck or from a camera finds open what he had opened.
const opened = stored("way") || location.hash.slice(1);
if (opened) $(opened)?.setAttribute("open", "");
look();
