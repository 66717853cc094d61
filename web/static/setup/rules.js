// What the next game is played by: an edition, or its options one by one.

import { h } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";
import { toast } from "../shared/toast.js";

const $ = (id) => document.getElementById(id);

/** @type {Told.NextRules} */
let shown = null; // what the table says
let base = null; // the edition that is chosen

async function load() {
  try {
    const answer = await fetch("/api/setup/rules");
    if (answer.ok) show(await answer.json());
    else wrong((await answer.json()).detail);
  } catch {
    wrong(null);
  }
}

function wrong(message) {
  $("rules-wrong").hidden = message === "";
  $("rules-wrong").textContent = message ?? say("no_answer");
}

/** @param {Told.NextRules} rules */
function show(rules) {
  shown = rules;
  base = rules.editions.some((one) => one.name === rules.name) ? rules.name : null;
  wrong("");
  const own = { name: rules.own, title: say("own_rules"), about: say("own_about") };
  $("editions").replaceChildren(...[...rules.editions, own].map(pick));
  $("questions").replaceChildren(...rules.questions.filter((one) => !one.conduct).map(ask));
  $("conduct").replaceChildren(...rules.questions.filter((one) => one.conduct).map(ask));
  fill(rules.values);
  mark();
}

function pick({ name, title, about }) {
  return h(
    "label",
    { class: "pick" },
    h("input", { type: "radio", name: "edition", value: name, onchange: () => choose(name) }),
    h("span", {}, h("b", {}, title), h("small", {}, about)),
  );
}

/** Choose an edition: its options are filled in; with our own rules they are opened. */
function choose(name) {
  const edition = shown.editions.find((one) => one.name === name);
  base = edition ? name : null;
  if (edition) fill(edition.values);
  else $("options").open = true;
}

function ask({ key, title, explanation, choices }) {
  const id = `option-${key}`;
  const told = explanation ? h("small", { id: `${id}-how` }, explanation) : null;
  const described = explanation ? `${id}-how` : null;
  if (!choices.length)
    return h(
      "label",
      { class: "switch" },
      h("input", { type: "checkbox", id, "aria-describedby": described, onchange: changed }),
      h("span", {}, h("b", {}, title), told),
    );
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, h("b", {}, title)),
    h(
      "select",
      { id, "aria-describedby": described, onchange: changed },
      choices.map(([value, text]) => h("option", { value }, text)),
    ),
    told,
  );
}

function fill(values) {
  for (const { key, choices } of shown.questions)
    if (choices.length) $(`option-${key}`).value = values[key];
    else $(`option-${key}`).checked = values[key];
}

function read() {
  const said = {};
  for (const { key, choices } of shown.questions) {
    const field = $(`option-${key}`);
    if (!choices.length) said[key] = field.checked;
    else said[key] = choices.find(([value]) => String(value) === field.value)[0];
  }
  return said;
}

/** An option was changed: which edition is it now? */
function changed() {
  const now = JSON.stringify(read());
  base = shown.editions.find((one) => JSON.stringify({ ...read(), ...one.values }) === now)?.name ?? null;
  mark();
}

function mark() {
  for (const radio of document.querySelectorAll("input[name=edition]"))
    radio.checked = radio.value === (base ?? shown.own);
}

$("rules-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!shown) return;
  const answer = await send("setup/rules", { ...(base ? { base } : {}), ...read() });
  if (!answer.ok) return wrong(answer.message);
  show(answer);
  toast(say("chosen"));
});

load();
