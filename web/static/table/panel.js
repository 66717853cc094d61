// The virtual panel: lamps as the real ones would burn, and buttons to press.

import { name, send } from "../shared/link.js";
import { say } from "../shared/texts.js";

const LOOK = 400; // ms

async function look() {
  if (!document.hidden) {
    try {
      const answer = await fetch("/api/lamps");
      if (answer.ok) show((await answer.json()).lamps);
    } catch {
      // The page itself says when the table cannot be reached.
    }
  }
  setTimeout(look, LOOK);
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

for (const button of document.querySelectorAll("[data-press]"))
  button.addEventListener("click", () => send("press", { button: button.dataset.press, key: name() }));
if (document.querySelector("[data-lamp]")) look();
