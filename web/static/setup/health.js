// What is wrong with machine, camera and deck, and what mends it.

import { h } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";
import { toast } from "../shared/toast.js";

const MARKS = { ok: "✓", warning: "!", wrong: "✗", unknown: "–" };
const CLASSES = { ok: "good", warning: "doubtful", wrong: "bad", unknown: "doubtful" };

const $ = (id) => document.getElementById(id);

function wrong(message) {
  $("health-wrong").hidden = message === "";
  $("health-wrong").textContent = message ?? say("no_answer");
}

/** @param {Told.HealthFinding} finding */
function line({ title, health, word, says, mend }) {
  return h(
    "li",
    { class: CLASSES[health] },
    h("b", { "aria-hidden": "true" }, MARKS[health]),
    h("span", { class: "sr" }, `${word}:`),
    h("span", {}, h("b", {}, title), ` ${says}`, mend ? h("small", {}, h("br"), `→ ${mend}`) : null),
  );
}

async function look() {
  wrong("");
  $("health-look").disabled = true;
  $("health-said").textContent = say("health_looking");
  try {
    const answer = await fetch("/api/setup/health");
    const body = await answer.json();
    if (!answer.ok) return wrong(body.detail);
    const troubles = body.findings.filter(({ health }) => health === "wrong").length;
    $("health-said").textContent = say(troubles ? "health_troubles" : "health_well");
    $("health-findings").replaceChildren(...body.findings.map(line));
  } catch {
    wrong(null);
  } finally {
    $("health-look").disabled = false;
    if (!$("health-wrong").hidden) $("health-said").textContent = "";
  }
}

$("health-look")?.addEventListener("click", look);
$("health-settle")?.addEventListener("click", async () => {
  const answer = await send("setup/settle", {});
  if (!answer.ok) return wrong(answer.message);
  toast(say("settling"));
});
