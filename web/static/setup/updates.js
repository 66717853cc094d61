// Another version of the program: from a file or a stick, and the way back.

import { send, sendFile } from "../shared/link.js";
import { say } from "../shared/texts.js";

const $ = (id) => document.getElementById(id);
const AGAIN = 2500; // ms between two looks while the machine is busy with it
const SELDOM = 15000; // ms between two looks for a stick
const BUSY = ["asked", "under-way"];

let now = null; // what was told last
let sending = false;
let installing = false; // this page has seen it begin, so it comes anew when it is done
let complained = ""; // of what the page has told that it failed
let timer = null;

function wrong(message) {
  $("update-wrong").hidden = !message;
  $("update-wrong").textContent = message ?? "";
}

function state() {
  const { stage, version } = now;
  if (sending) return say("update_sending");
  if (stage === "asked") return say("update_asked");
  if (stage === "under-way") return say("update_installing", { version });
  if (stage === "waiting") return say("update_waiting", { version });
  if (stage === "installed") return say("update_installed", { version });
  return "";
}

function label(id, key, version) {
  $(id).hidden = version === null;
  $(id).textContent = version === null ? "" : say(key, { version });
}

function draw() {
  const busy = sending || BUSY.includes(now.stage);
  $("update-runs").textContent = say("update_runs", { version: now.installed });
  $("update-state").textContent = state();
  $("update-choices").hidden = busy;
  label("update-stick", "update_stick", now.stage === "waiting" ? now.version : null);
  label("update-back", "update_back", now.before);
  const { stage, what, version, failed } = now;
  const news = JSON.stringify([stage, what, version, failed]);
  if (news === complained) return; // something newer may stand there
  complained = news;
  if (failed !== null) wrong(say(what === "stick" ? "update_stick_failed" : "update_failed", { why: failed }));
}

/** Take what the table told; come anew with the new version's page once that runs. */
function take(told) {
  now = told;
  if (BUSY.includes(now.stage)) installing = true;
  else if (installing) return location.reload();
  draw();
}

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch("/api/setup/update");
    if (answer.status === 403) return location.assign("/");
    if (answer.ok && !sending) take(await answer.json());
  } catch {
    // The companion starts anew just now.
  }
  clearTimeout(timer);
  timer = setTimeout(look, installing ? AGAIN : SELDOM);
}

/** Ask whether that is meant. */
function sure(question, game) {
  const dialog = $("update-dialog");
  $("update-sure").textContent = question;
  $("update-game").hidden = !game;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((decided) => {
    dialog.onclose = () => decided(dialog.returnValue === "yes");
  });
}

async function carryOut(what, duringGame) {
  wrong(null);
  const answer = await send("setup/update", { what, during_game: duringGame });
  if (!answer.ok) wrong(answer.message ?? say("no_answer"));
  await look(); // also after a refusal: a game may have begun meanwhile
}

$("update-file")?.addEventListener("change", async () => {
  const [file] = $("update-file").files;
  if (!file || sending) return;
  wrong(null);
  sending = true;
  draw();
  const answer = await sendFile("setup/update/file", file, "application/octet-stream");
  sending = false;
  $("update-file").value = "";
  if (!answer.ok) {
    draw();
    return wrong(answer.message ?? say("no_answer"));
  }
  take(answer);
  const { ready, game_runs: game } = answer;
  if (await sure(say("update_sure", { version: ready }), game)) await carryOut("release", game);
});

$("update-stick")?.addEventListener("click", async () => {
  const { version, game_runs: game } = now;
  if (await sure(say("update_sure", { version }), game)) await carryOut("stick", game);
});

$("update-back")?.addEventListener("click", async () => {
  // One tap, where it interrupts nobody.
  const { before: version, game_runs: game } = now;
  if (!game || (await sure(say("update_sure_back", { version }), game))) await carryOut("rollback", game);
});

if ($("update")) look();
