// Learning a deck with the camera: a row of cards after the other.

import { h } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";

const LOOK = 1500; // ms between two looks while a row is being read

const $ = (id) => document.getElementById(id);

let stage = null;
let next; // the look that comes by itself

async function load() {
  try {
    const answer = await fetch("/api/setup/deck");
    const body = await answer.json();
    if (answer.ok) show(body);
    else if (answer.status !== 403) wrong(body.detail); // whoever has no seat is told when he begins
  } catch {
    wrong(null);
  } finally {
    lookAgain();
  }
}

function lookAgain() {
  clearTimeout(next);
  if (stage === "looking") next = setTimeout(load, LOOK);
}

function wrong(message) {
  $("deck-wrong").hidden = message === "";
  $("deck-wrong").textContent = message ?? say("no_answer");
}

/** @param {Told.LearningShown} lesson */
function show(lesson) {
  const began = stage === "idle" && lesson.stage === "lay";
  stage = lesson.stage;
  const going = stage === "lay" || stage === "looking";
  $("decks").textContent = lesson.decks.length ? `${say("row_learnt")} ${lesson.decks.join(", ")}` : "";
  $("deck-form").hidden = going;
  $("lesson").hidden = !going && stage !== "done";
  $("lesson-count").textContent = going ? say("rows_count", { n: lesson.learnt + 1, all: lesson.rows.length }) : "";
  if ($("lesson-text").textContent !== lesson.text) $("lesson-text").textContent = lesson.text;
  const good = (text) =>
    h("li", { class: "good" }, h("b", { "aria-hidden": "true" }, "✓"), h("span", { class: "sr" }, say("row_learnt")), h("span", {}, text));
  $("lesson-rows").replaceChildren(
    ...lesson.rows.slice(0, lesson.learnt).map(good),
    ...lesson.advice.map((text) => h("li", {}, h("span", {}, text))),
  );
  $("lesson-look").hidden = $("lesson-stop").hidden = !going;
  $("lesson-look").disabled = stage === "looking";
  wrong(lesson.fault ?? "");
  if (began) $("lesson-look").focus();
  lookAgain();
}

async function act(body) {
  const answer = await send("setup/deck", body);
  if (answer.ok) show(answer);
  else wrong(answer.message);
}

$("deck-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  act({ do: "begin", deck: $("deck-name").value.trim(), suits: $("deck-suits").value, back: $("deck-back").checked });
});
$("lesson-look")?.addEventListener("click", () => act({ do: "look" }));
$("lesson-stop")?.addEventListener("click", () => act({ do: "stop" }));

if ($("deck-form")) load();
