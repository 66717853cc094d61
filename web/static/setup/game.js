// Another game on this table: asked first where one runs, and waited for while the companion starts anew.

import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";

const AGAIN = 1500; // ms between two tries while the companion starts anew
const $ = (id) => document.getElementById(id);
let wanted = null;

function wrong(message) {
  $("wrong").hidden = !message;
  $("wrong").textContent = message ?? "";
}

/** Go to the table when the companion answers again, with the game that was chosen. */
async function goOn() {
  try {
    const answer = await fetch("/api/tonight/game");
    if (answer.ok && (await answer.json()).game === wanted) return location.assign($("state").dataset.home);
  } catch {
    // not yet
  }
  setTimeout(goOn, AGAIN);
}

async function choose(interrupts) {
  const answer = await send("tonight/game", { game: wanted, interrupts });
  if (!answer.ok || answer.lacks) return wrong(answer.lacks ?? answer.message ?? say("no_answer"));
  for (const button of document.querySelectorAll("[data-game]")) button.disabled = true;
  $("state").textContent = $("state").dataset.anew;
  setTimeout(goOn, AGAIN);
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-game]"))) {
  button.disabled = false; // before this script ran a tap would have been lost
  button.addEventListener("click", async () => {
    wrong(null);
    wanted = button.dataset.game;
    button.after($("state"), $("wrong")); // what comes of it is seen where it was tapped
    try {
      const { running } = await (await fetch("/api/tonight/game")).json();
      if (!running) return choose(false);
      $("sure").returnValue = "no";
      $("sure").showModal();
    } catch {
      wrong(say("no_answer"));
    }
  });
}
$("sure").addEventListener("close", () => $("sure").returnValue === "yes" && choose(true));
