// The common settings, which are kept in a file.

import { h } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";
import { toast } from "../shared/toast.js";

const $ = (id) => document.getElementById(id);

let settings = [];

async function load() {
  try {
    const answer = await fetch("/api/setup/settings");
    const body = await answer.json();
    if (answer.ok) show(body.settings);
    else wrong(body.detail);
  } catch {
    wrong(null);
  }
}

function wrong(message) {
  $("settings-wrong").hidden = message === "";
  $("settings-wrong").textContent = message ?? say("no_answer");
}

/** @param {Told.SettingShown[]} found */
function show(found) {
  settings = found;
  wrong("");
  const fields = settings.map(field);
  const rare = fields.filter((_, i) => settings[i].rare);
  $("settings-asked").replaceChildren(...fields.filter((one) => !rare.includes(one)), few(rare));
}

/** Return what few change, behind one word; it stays open where it was. */
function few(fields) {
  const open = Boolean(document.querySelector("#settings-more[open]"));
  return h("details", { id: "settings-more", class: "more", open }, h("summary", {}, say("more")), h("div", { class: "asked" }, fields));
}

function field({ key, title, explanation, choices, value, lowest, highest, step }, i) {
  const id = `setting-${i}`;
  const told = explanation ? h("small", { id: `${id}-how` }, explanation) : null;
  const common = { id, "data-key": key, "aria-describedby": explanation ? `${id}-how` : null };
  const input = choices.length
    ? h("select", common, choices.map(([one, text], j) => h("option", { value: j, selected: one === value }, text)))
    : h("input", { ...common, type: "number", min: lowest, max: highest, step, value, required: true });
  return h("div", { class: "field" }, h("label", { for: id }, h("b", {}, title)), input, told);
}

function changes() {
  const said = {};
  settings.forEach(({ key, choices, value }, i) => {
    const input = $(`setting-${i}`);
    const now = choices.length ? choices[Number(input.value)][0] : Number(input.value);
    if (now !== value) said[key] = now;
  });
  return said;
}

$("settings-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = changes();
  if (!Object.keys(said).length) return toast(say("settings_same"));
  const answer = await send("setup/settings", said);
  if (!answer.ok) return wrong(answer.message);
  show(answer.settings);
  toast(say("settings_saved"));
});

// What the browser complains of has to be seen.
$("settings-form")?.addEventListener("invalid", ({ target }) => target.closest("details")?.setAttribute("open", ""), true);

if ($("settings-form")) load();
