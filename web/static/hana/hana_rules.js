// The rules of the next game of Hana-awase, in plain words.

import { h } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";

const $ = (id) => document.getElementById(id);

/** @type {Told.HanaRulesShown} */
let shown = null; // what the table says of the rules
let chosen = {}; // the options that differ from the table's
let players = 2;
let asked = 0; // the number of the newest question, for answers that come late

/** Return what was chosen, for the game that begins. */
export const options = () => chosen;

/** So many will play: look whether the rules still do. */
export function forPlayers(many) {
  players = many;
  if (shown) ask();
}

/** Show the rules once somebody opens them. */
export function bindRules() {
  $("rules-form").addEventListener("toggle", () => {
    if ($("rules-form").open && !shown) ask();
  });
}

/** Forget what was chosen: the game has begun with it. */
export function forgetRules() {
  chosen = {};
  shown = null;
  if ($("rules-form").open) ask();
}

async function ask() {
  const number = ++asked;
  const answer = await send("hana/rules", { players, options: chosen });
  if (number !== asked) return;
  $("rules-why").hidden = answer.ok && !answer.why && !answer.warnings.length;
  $("rules-why").textContent = answer.ok
    ? [answer.why, ...answer.warnings].filter(Boolean).join(" ")
    : (answer.message ?? say("no_answer"));
  if (!answer.ok) return;
  shown = answer;
  const focused = document.activeElement?.id;
  $("rules-list").replaceChildren(charts(), ...shown.questions.map(question));
  if (focused?.startsWith("rule-")) $(focused)?.focus();
}

function choose(key, value) {
  chosen = { ...chosen, [key]: value };
  if (key === "chart") delete chosen.yaku;
  ask();
}

function select(key, title, choices, explanation = "") {
  const id = `rule-${key}`;
  const value = shown.values[key];
  const known = choices.some((one) => one.value === value);
  const all = known ? choices : [{ value, title: String(value) }, ...choices];
  const box = h(
    "select",
    { id },
    all.map((one, index) => h("option", { value: String(index), selected: one.value === value }, one.title)),
  );
  box.addEventListener("change", () => choose(key, all[Number(box.value)].value));
  return h(
    "p",
    { class: "rule" },
    h("label", { for: id }, h("b", {}, title), explanation ? h("small", {}, explanation) : null),
    box,
  );
}

function tick(id, checked, onchange, title, explanation) {
  const box = h("input", { type: "checkbox", id, checked });
  box.addEventListener("change", () => onchange(box.checked));
  return h("label", { class: "rule tick", for: id }, box, h("span", {}, h("b", {}, title), explanation ? h("small", {}, explanation) : null));
}

/** @param {Told.HanaQuestion} question */
function question({ key, title, explanation, choices }) {
  if (choices.length) return select(key, title, choices, explanation);
  return tick(`rule-${key}`, shown.values[key], (on) => choose(key, on), title, explanation);
}

/** The chart, and which of its yaku count. */
function charts() {
  const chart = shown.charts.find((one) => one.name === shown.values.chart);
  const changes = shown.values.yaku;
  const boxes = chart.yaku.map((one) => {
    const value = typeof changes[one.id] === "number" ? changes[one.id] : one.value;
    const change = (on) => choose("yaku", { ...changes, [one.id]: on });
    return tick(`rule-yaku-${one.id}`, changes[one.id] !== false, change, `${one.title} ${value}`, "");
  });
  return h(
    "div",
    {},
    select("chart", say("hana_chart"), shown.charts.map((one) => ({ value: one.name, title: one.title }))),
    boxes.length ? h("fieldset", { class: "yakus" }, h("legend", {}, say("hana_which_yaku")), boxes) : null,
  );
}
