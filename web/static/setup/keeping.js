// A backup that is put back: first what is in it and what it replaces, then for good.

import { h } from "../shared/draw.js";
import { sendFile } from "../shared/link.js";
import { say } from "../shared/texts.js";

const $ = (id) => document.getElementById(id);
const AGAIN = 1500; // ms between two looks for the companion that starts anew

let busy = false;

const send = (what, file) => sendFile(`setup/backup/${what}`, file, "application/zip");

function wrong(message) {
  $("restore-wrong").hidden = message === "";
  $("restore-wrong").textContent = message ?? say("no_answer");
}

const list = (id, parts) => $(id).replaceChildren(...parts.map((part) => h("li", {}, part)));

$("restore-file")?.addEventListener("change", async () => {
  const [file] = $("restore-file").files;
  if (!file || busy) return;
  wrong("");
  busy = true;
  const answer = await send("look", file);
  busy = false;
  $("restore-file").value = "";
  if (!answer.ok) return wrong(answer.message);
  list("restore-holds", answer.holds.length ? answer.holds : [say("restore_nothing")]);
  list("restore-replaces", answer.replaces);
  $("restore-aside").hidden = !answer.replaces.length;
  const dialog = $("restore-dialog");
  dialog.returnValue = "no";
  dialog.showModal();
  dialog.onclose = () => dialog.returnValue === "yes" && restore(file);
});

async function restore(file) {
  const answer = await send("restore", file);
  if (!answer.ok) return wrong(answer.message);
  $("restore-state").textContent = say("restoring");
  setTimeout(back, 2 * AGAIN); // not before it has gone
}

/** Come back to this page when the companion answers again. */
async function back() {
  try {
    const answer = await fetch("/api/setup/rules");
    if (answer.ok) return location.reload();
    if (answer.status === 403) return location.assign("/");
  } catch {
    // not yet
  }
  setTimeout(back, AGAIN);
}
