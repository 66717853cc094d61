// The join page: one tap on a seat.

import { burst } from "./draw.js";
import { send } from "./link.js";
import { say } from "./texts.js";

const form = document.getElementById("join");
const wrong = document.getElementById("wrong");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seat = event.submitter?.value ?? "";
  const body = { seat: seat === "" ? null : Number(seat) };
  if (form.dataset.known === "no") body.code = form.elements.code.value;
  const answer = await send("join", body);
  if (answer.ok) location.replace(answer.page);
  else {
    wrong.textContent = answer.message ?? say("no_answer");
    wrong.hidden = false;
  }
});

// Whoever comes back with the browser's button sees who sits where now.
addEventListener("pageshow", (event) => event.persisted && location.reload());

for (const [suit, x, y, radius] of [
  ["b", -36, 2, 15],
  ["y", 0, -14, 26],
  ["r", 36, 0, 17],
])
  document.getElementById("hero").append(burst(suit, x, y, radius, radius > 20 ? 16 : 12));
for (const group of document.querySelectorAll("#hero .burst"))
  group.classList.add(`suit-${"byr"[[...group.parentNode.children].indexOf(group)]}`);
