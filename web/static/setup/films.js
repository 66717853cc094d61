// The evenings that are kept as films: a list, and away with one.

import { h } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { say } from "../shared/texts.js";
import { toast } from "../shared/toast.js";

const $ = (id) => document.getElementById(id);

function wrong(message) {
  $("films-wrong").hidden = message === "";
  $("films-wrong").textContent = message ?? say("no_answer");
}

/** When it was, as the reader writes it. */
const when = (began) => new Date(began).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** @param {Told.FilmShown[]} films */
function show(films) {
  wrong("");
  $("films-none").hidden = films.length > 0;
  $("films-list").replaceChildren(...films.map(row));
}

function row({ name, began, megabytes }) {
  const told = megabytes === null ? say("film_now", { when: when(began) }) : say("film_row", { when: when(began), megabytes });
  const button = h("button", { type: "button", "aria-label": say("film_delete_which", { when: when(began) }) }, say("film_delete"));
  button.addEventListener("click", () => ask(button, name));
  return h("li", { class: "row" }, h("span", {}, told), button);
}

/** The first press asks, the second within a few seconds deletes. */
async function ask(button, name) {
  if (!button.dataset.sure) {
    button.dataset.sure = "yes";
    button.textContent = say("film_delete_sure");
    setTimeout(() => {
      delete button.dataset.sure;
      button.textContent = say("film_delete");
    }, 5000);
    return;
  }
  button.disabled = true;
  const answer = await send("setup/films/delete", { name });
  if (!answer.ok) return wrong(answer.message);
  show(answer.films);
  toast(say("film_deleted"));
}

async function load() {
  try {
    const answer = await fetch("/api/setup/films");
    const body = await answer.json();
    if (answer.ok) show(body.films);
    else wrong(body.detail);
  } catch {
    wrong(null);
  }
}

if ($("films")) load();
