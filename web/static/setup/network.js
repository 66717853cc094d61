// The network at home: which there are, and joining one.

import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";

const LOOK_AGAIN = 4000; // ms between two looks at what is in reach
const BARS = [75, 50, 25]; // per cent of signal from which on a bar is drawn
const $ = (id) => document.getElementById(id);

let shown = ""; // the networks that are drawn, so that a choice is not drawn over

function wrong(message) {
  $("wrong").hidden = !message;
  $("wrong").textContent = message ?? "";
}

function chosen() {
  return new FormData($("join")).get("network") ?? "";
}

/** Say how strong a network is, for eyes only: its place in the list says the same. */
function bars(signal) {
  return "▂▄▆█".slice(0, 1 + BARS.filter((least) => signal >= least).length);
}

function line({ name, signal, secured, joinable }) {
  const label = document.createElement("label");
  const choice = document.createElement("input");
  Object.assign(choice, { type: "radio", name: "network", value: name, disabled: !joinable });
  choice.dataset.open = String(!secured);
  const words = document.createElement("span");
  const note = joinable ? (secured ? "" : say("network_password")) : say("network_no_company");
  words.textContent = note ? `${name} (${note})` : name;
  const strength = document.createElement("span");
  strength.textContent = ` ${bars(signal)}`;
  strength.setAttribute("aria-hidden", "true");
  words.append(strength);
  label.append(choice, words);
  return label;
}

function draw(networks) {
  const told = JSON.stringify(networks);
  if (told === shown) return;
  shown = told;
  const before = chosen();
  const focused = $("networks").contains(document.activeElement) ? document.activeElement?.getAttribute("value") : null;
  $("networks").replaceChildren(...networks.map(line));
  for (const choice of $("networks").querySelectorAll("input")) {
    choice.checked = choice.value === before;
    if (choice.value === focused) choice.focus();
  }
  if (!networks.length) $("unseen").setAttribute("open", "");
}

function tell({ link, name, joining, tried, failed }) {
  if (joining !== null) {
    const words = link === "hotspot" ? "network_joining" : "network_changing";
    $("state").textContent = say(words, { name: joining, address: $("state").dataset.address });
  } else if (link === "home") {
    $("state").textContent = name === null ? say("network_wire") : say("network_home", { name });
  } else $("state").textContent = say(`network_${link}`, { name: name ?? "" });
  $("join").hidden = link === "missing" || joining !== null;
  if (failed !== null) wrong(say("network_failed", { name: tried, why: failed }));
}

async function look() {
  try {
    const answer = await fetch("/api/network");
    const news = await answer.json();
    if (!answer.ok) return wrong(news.detail);
    draw(news.networks);
    tell(news);
  } catch {
    // The phone is on its way into another network.
  }
  setTimeout(look, LOOK_AGAIN);
}

function choose() {
  const choice = $("networks").querySelector("input:checked");
  $("secret").hidden = choice?.dataset.open === "true" && !$("name").value;
}

$("networks").addEventListener("change", () => {
  $("name").value = "";
  choose();
});
$("name").addEventListener("input", () => {
  for (const choice of $("networks").querySelectorAll("input")) choice.checked = false;
  choose();
});
$("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  wrong(null);
  const name = $("name").value.trim() || chosen();
  const password = $("secret").hidden || !$("password").value ? null : $("password").value;
  const answer = await send("network", { name, password });
  if (!answer.ok) return wrong(answer.message ?? say("no_answer"));
  tell(answer);
});
look();
