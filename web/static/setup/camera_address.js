// The address of a camera in the network: looked through once, then kept.

import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";

const AGAIN = 1500; // ms between two tries while the companion starts anew
const SLOW = 40000; // ms that a camera may take to send its first pictures
const $ = (id) => document.getElementById(id);

let shown = null; // the address whose picture is shown

function wrong(message) {
  $("wrong").hidden = !message;
  $("wrong").textContent = message ?? "";
}

/** Let one button at a time be the one that leads on. */
const calls = (yes) => $("look").querySelector("button").classList.toggle("primary", yes);

async function look(address) {
  wrong(null);
  $("seen").hidden = true;
  calls(true);
  $("state").textContent = say("camera_looking");
  try {
    const response = await fetch("/api/tonight/look", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ address }),
      signal: AbortSignal.timeout?.(SLOW),
    });
    $("state").textContent = "";
    if (!response.ok) return wrong((await response.json()).detail);
    const picture = await createImageBitmap(await response.blob());
    const canvas = $("picture");
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.style.width = "100%";
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const [first, pause] = ["Camera-First", "Camera-Pause"].map((name) => seconds(response.headers.get(name)));
    $("state").textContent = say(pause === null ? "camera_first" : "camera_late", { first, pause });
    shown = address;
    $("seen").hidden = false;
    calls(false);
  } catch {
    $("state").textContent = "";
    wrong(say("no_answer"));
  }
}

/** A number of seconds as the page's language writes it; null where there is none. */
const seconds = (text) => (text === null ? null : Number(text).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 }));

/** Go back to the ways when the companion answers again. */
async function goOn() {
  try {
    if ((await fetch("/api/tonight")).ok) return location.assign("/tonight#mat");
  } catch {
    // not yet
  }
  setTimeout(goOn, AGAIN);
}

$("look").querySelector("button").disabled = false; // before this script ran a tap would have been lost
$("look").addEventListener("submit", (event) => {
  event.preventDefault();
  look($("address").value.trim());
});
$("keep").addEventListener("click", async () => {
  wrong(null);
  const answer = await send("tonight/camera", { address: shown });
  if (!answer.ok || answer.lacks) return wrong(answer.lacks ?? answer.message ?? say("no_answer"));
  if (!answer.anew) return location.assign("/tonight#mat");
  $("state").textContent = $("state").dataset.anew;
  $("keep").disabled = true;
  setTimeout(goOn, 2 * AGAIN); // not before it has gone
});
