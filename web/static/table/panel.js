// The virtual panel: lamps as the real ones would burn, and buttons to press.

import { name, send } from "../shared/link.js";
import { say } from "../shared/texts.js";
import { toast } from "../shared/toast.js";

const LOOK = 400; // ms
let version = null; // of the public view that the lamps were seen with
let later = null;

async function look() {
  if (!document.hidden) {
    try {
      const answer = await fetch("/api/lamps");
      if (answer.ok) {
        const shown = await answer.json();
        version = shown.version;
        show(shown.lamps);
      }
    } catch {
      // The page itself says when the table cannot be reached.
    }
  }
  clearTimeout(later);
  later = setTimeout(look, LOOK);
}

function show(lamps) {
  for (const lamp of document.querySelectorAll("[data-lamp]")) {
    const level = lamps[lamp.dataset.lamp] ?? 0;
    lamp.style.setProperty("--level", level);
    lamp.classList.toggle("lit", level > 0);
  }
  for (const group of document.querySelectorAll("#panel .lamps")) {
    group.dataset.name ??= group.getAttribute("aria-label");
    const lit = [...group.querySelectorAll(".lamp")].map((lamp) =>
      say(lamp.classList.contains("lit") ? "lamp_on" : "lamp_off"),
    );
    group.setAttribute("aria-label", `${group.dataset.name}: ${lit.join(", ")}`);
  }
}

async function press(button) {
  // Where the page has a stream, that is ahead of the lamps.
  const streamed = document.body.dataset.version;
  const seen = streamed ? Number(streamed) : version;
  const answer = await send("press", { button, version: seen, key: name() });
  if (answer.waits) toast(say("asked_first"));
  else if (answer.message) toast(answer.message);
  look();
}

for (const button of document.querySelectorAll("[data-press]"))
  button.addEventListener("click", () => press(button.dataset.press));
if (document.querySelector("[data-lamp]")) look();
