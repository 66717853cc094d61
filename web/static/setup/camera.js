// What the camera sees: ticks, and the picture as far as it may be shown.

import { h } from "../shared/draw.js";
import { say } from "../shared/texts.js";

const LOOK = 1200; // ms between two looks: whoever aims the camera waits for each

const $ = (id) => document.getElementById(id);

let looking = false;
let next; // the look that comes by itself
const said = new Map(); // what stands in each list: it is read aloud only when it changes

async function look() {
  try {
    const answer = await fetch("/api/setup/camera");
    const body = await answer.json();
    if (!looking) return;
    if (!answer.ok) return stop(body.detail);
    show(body);
  } catch {
    if (looking) stop(null);
    return;
  }
  clearTimeout(next); // who stopped and looks again may have asked twice
  next = setTimeout(look, LOOK);
}

/** @param {Told.CameraShown} camera */
function show({ ticks, tags, masked, picture, aim }) {
  $("aim").hidden = !aim;
  if (aim) list("aim", aim, () => [...aim.texts.map((text) => aimed(text, aim.good)), h("li", { class: "hint" }, aim.camera)]);
  list("ticks", ticks, () =>
    ticks.map(({ good, text }) =>
      h("li", { class: good ? "good" : "bad" }, h("b", { "aria-hidden": "true" }, good ? "✓" : "✗"), h("span", { class: "sr" }, say(good ? "tick_good" : "tick_bad")), h("span", {}, text)),
    ),
  );
  $("tags").hidden = !tags.length;
  $("tags").replaceChildren(
    ...tags.map(({ part, seen }) =>
      h("li", {}, h("span", { class: "part" }, part), h("span", { class: "seen" }, seen.map((one, i) => tag(part, i + 1, one)))),
    ),
  );
  $("camera-masked").hidden = !masked;
  $("camera-picture").hidden = !picture;
  if (picture) $("camera-picture").src = `/api/setup/camera.jpg?${Date.now()}`;
}

function list(id, told, lines) {
  const text = JSON.stringify(told);
  if (said.get(id) === text) return;
  said.set(id, text);
  $(id).replaceChildren(...lines());
}

// What is to be done, or that all is well.
function aimed(text, good) {
  return h("li", { class: good ? "good" : "todo" }, h("b", { "aria-hidden": "true" }, good ? "✓" : "→"), h("span", {}, text));
}

function tag(part, n, seen) {
  return h(
    "span",
    { class: seen ? "tag good" : "tag bad" },
    h("span", { "aria-hidden": "true" }, `${seen ? "✓" : "✗"} ${n}`),
    h("span", { class: "sr" }, say(seen ? "tag_seen" : "tag_missing", { part, n })),
  );
}

function stop(message) {
  looking = false;
  clearTimeout(next);
  $("camera-look").textContent = say("camera_look");
  $("camera-wrong").hidden = message === "";
  $("camera-wrong").textContent = message ?? say("no_answer");
}

// Before this script runs a tap would be lost.
$("camera-look")?.removeAttribute("disabled");
$("camera-look")?.addEventListener("click", () => {
  if (looking) return stop("");
  looking = true;
  $("camera-wrong").hidden = true;
  $("camera-look").textContent = say("camera_stop");
  look();
});
