// Trying the panel: each lamp in turn, then each button.

import { h } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";

const LOOK = 700; // ms between two looks while a button is waited for
const SHOWN = { idle: ["begin"], done: ["begin"], lamp: ["lit", "dark", "stop"], button: ["silent", "stop"] };

const $ = (id) => document.getElementById(id);

let state = "idle";
let number; // of the step
let next; // the look that comes by itself

async function look() {
  try {
    const answer = await fetch("/api/setup/panel");
    if (answer.ok) show(await answer.json());
  } catch {
    // The next tap says that the table does not answer.
  } finally {
    lookAgain();
  }
}

function lookAgain() {
  clearTimeout(next);
  if (state === "button") next = setTimeout(look, LOOK);
}

function show(trial) {
  ({ state, number } = trial);
  $("panel-test").hidden = false;
  $("panel-count").textContent = trial.number ? say("panel_count", { n: trial.number, all: trial.all }) : "";
  const step = trial.text ?? (state === "done" && !trial.troubles.length ? say("panel_well") : "");
  if ($("panel-step").textContent !== step) $("panel-step").textContent = step; // it is read aloud
  $("panel-troubles").replaceChildren(
    ...(trial.troubles ?? []).map((text) => h("li", { class: "bad" }, h("b", { "aria-hidden": "true" }, "✗"), h("span", {}, text))),
  );
  $("panel-wrong").hidden = !trial.fault;
  $("panel-wrong").textContent = trial.fault ?? "";
  const focused = document.activeElement;
  for (const button of document.querySelectorAll("[data-do]"))
    button.hidden = !SHOWN[state].includes(button.dataset.do);
  // Keys go on with what comes in the place of the button that was pressed.
  if (focused?.matches("[data-do][hidden]")) document.querySelector("[data-do]:not([hidden])").focus();
  lookAgain();
}

for (const button of document.querySelectorAll("[data-do]"))
  button.addEventListener("click", async () => {
    const answer = await send("setup/panel", { do: button.dataset.do, number });
    if (answer.ok) return show(answer);
    $("panel-wrong").hidden = false;
    $("panel-wrong").textContent = answer.message ?? say("no_answer");
  });

look();
