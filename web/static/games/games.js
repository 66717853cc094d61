// All games on record: how they went, group by group, and what can be done with each.

import { h } from "../shared/draw.js";
import { send } from "../shared/link.js";
import { barPlot } from "../shared/plots.js";
import { count, say, word } from "../shared/texts.js";
import { toast } from "../shared/toast.js";

const $ = (id) => document.getElementById(id);
const language = document.documentElement.lang;
const decimal = (value) => value.toLocaleString(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

const NEWEST = 20; // games that are listed before somebody asks for all

/** @type {Told.FiledGame[]} */
let games = [];
/** @type {Told.GroupFigures[]} */
let groups = [];
let chosen = 0; // which group is shown

async function load() {
  try {
    const answer = await fetch("/api/games");
    const body = await answer.json();
    if (!answer.ok) return wrong(body.detail ?? say("no_answer"));
    ({ games, groups } = body);
  } catch {
    return wrong(say("no_answer"));
  }
  chosen = Math.min(chosen, Math.max(0, groups.length - 1));
  $("statistics").hidden = !groups.length;
  $("wrong").hidden = true;
  $("list").hidden = false;
  $("none").hidden = games.length > 0;
  showGroups();
  showList();
}

function wrong(message) {
  $("wrong").textContent = message;
  $("wrong").hidden = false;
}

// ------------------------------------------------------------------------------ how they went

/** @param {Told.GroupFigures} group */
function named(group) {
  const who = group.names.length ? group.names.join(", ") : count("players", group.players);
  return group.best === 25 ? who : say("group_best", { who, best: group.best });
}

function showGroups() {
  if (!groups.length) return;
  $("groups-part").hidden = groups.length < 2;
  $("groups").replaceChildren(
    ...groups.map((group, i) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio", name: "group", value: i, checked: i === chosen,
          onchange: () => {
            chosen = i;
            showGroup(groups[i]);
          },
        }),
        h("span", {}, named(group)),
      ),
    ),
  );
  showGroup(groups[chosen]);
}

function showGroup(group) {
  const { scores, best } = group;
  const facts = [
    count("games_finished", scores.length),
    say("mean", { n: decimal(group.mean) }),
    say("top", { n: group.top }),
    count("perfect", group.perfect),
    count("lost_games", group.lost),
    say("misplays_each", { n: decimal(group.misplays) }),
    group.efficiency === null ? null : say("efficiency", { n: decimal(group.efficiency) }),
    group.seconds === null ? null : say("usual_turn", { n: decimal(group.seconds) }),
  ];
  $("facts").replaceChildren(...facts.filter((text) => text).map((text) => h("li", {}, text)));
  const label = say("course_label", { who: named(group), scores: scores.join(", ") });
  box("course", (where) =>
    barPlot(where, {
      bars: scores.map((score, i) => ({ name: i + 1, value: score, title: `${score}` })),
      label,
      high: best,
      pick: (i) => location.assign(`/games/${group.games[i]}`),
    }),
  );
  const low = Math.min(...scores);
  const often = Array.from({ length: best - low + 1 }, (_, i) => scores.filter((one) => one === low + i).length);
  box("often", (where) =>
    barPlot(where, {
      bars: often.map((value, i) => ({ name: low + i, value, title: `${low + i}: ${count("games", value)}` })),
      label: say("often_label"),
    }),
  );
}

/** Draw a plot into a box of its own, so that no older one draws over it. */
function box(id, draw) {
  const inside = h("div", {});
  $(id).replaceChildren(inside);
  draw(inside);
}

// ---------------------------------------------------------------------------------- the list

function showList(most = NEWEST) {
  const newest = [...games].reverse();
  $("games").replaceChildren(...newest.slice(0, most).map(filed));
  $("more").hidden = games.length <= most;
}

$("more").addEventListener("click", () => showList(Infinity));

/** @param {Told.FiledGame} one */
function filed(one) {
  if (one.damaged)
    return h("li", {}, h("p", {}, say("damaged", { game: one.game })), h("div", { class: "actions" }, deleting(one)));
  const who = one.names.some((name) => name) ? one.names.map((name, i) => name ?? say("seat", { seat: i + 1 })).join(", ") : count("players", one.players);
  const when = h("time", { datetime: one.started }, day.format(new Date(one.started)));
  return h(
    "li",
    {},
    h("div", { class: "about" }, h("h3", {}, one.title || when), h("p", {}, one.title ? [when, " · "] : null, who), h("p", { class: "hint" }, `${word("outcome", one.outcome)} · ${count("turns_taken", one.turns)} · ${word("editions", one.ruleset)}`)),
    h("b", { class: "points", "aria-label": one.score === null ? "" : count("points", one.score) }, one.score ?? "–"),
    h(
      "div",
      { class: "actions" },
      one.over ? h("a", { class: "button small", href: `/games/${one.game}` }, say("look_again")) : h("span", { class: "hint" }, say("not_over")),
      h("button", { type: "button", class: "small", onclick: () => rename(one) }, say("rename")),
      one.over ? h("a", { class: "button small", href: `/api/games/${one.game}/export`, download: "" }, say("export")) : null,
      deleting(one),
    ),
  );
}

const deleting = (one) => h("button", { type: "button", class: "small", onclick: () => remove(one) }, say("delete"));

function rename(one) {
  const dialog = $("remark");
  $("title").value = one.title;
  const inputs = Array.from({ length: one.players }, (_, seat) =>
    h("input", { id: `name-${seat}`, maxlength: 20, autocomplete: "off", value: one.names[seat] ?? "" }),
  );
  $("names").replaceChildren(
    ...inputs.flatMap((input, seat) => [h("label", { for: `name-${seat}` }, say("seat", { seat: seat + 1 })), input]),
  );
  dialog.returnValue = "no";
  dialog.showModal();
  dialog.onclose = () => {
    if (dialog.returnValue !== "yes") return;
    const names = inputs.map((input) => input.value.trim() || null);
    act(`games/${one.game}/remark`, { title: $("title").value.trim(), names }, "saved");
  };
}

function remove(one) {
  const dialog = $("delete");
  $("delete-what").textContent = one.damaged
    ? say("damaged", { game: one.game })
    : [one.title, day.format(new Date(one.started)), count("points", one.score ?? 0)].filter((text) => text).join(", ");
  dialog.returnValue = "no";
  dialog.showModal();
  dialog.onclose = () => dialog.returnValue === "yes" && act(`games/${one.game}/delete`, {}, "deleted");
}

async function act(path, body, done) {
  const answer = await send(path, body);
  toast(answer.ok ? say(done) : (answer.message ?? say("no_answer")));
  if (answer.ok) load();
}

// -------------------------------------------------------------------------------- in and out

$("import-file").addEventListener("change", async () => {
  const [file] = $("import-file").files;
  if (file) $("import-text").value = await file.text();
  $("import-file").value = "";
});

$("import-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("import-text").value.trim();
  if (!text) return;
  const answer = await send("games/import", { text });
  const said = answer.ok ? arrived(answer.games) : (answer.message ?? say("no_answer"));
  $("import-said").textContent = said;
  if (!answer.ok) return;
  if (answer.games.every((one) => one.game !== null)) $("import-text").value = "";
  load();
});

/** @param {Told.ArrivedGame[]} brought */
function arrived(brought) {
  const fresh = brought.filter((one) => one.new).length;
  const refused = brought.filter((one) => one.game === null);
  const known = brought.length - fresh - refused.length;
  return [
    fresh ? say("arrived", { n: fresh }) : null,
    known ? say("known", { n: known }) : null,
    refused.length ? say("refused", { n: refused.length, why: refused[0].why }) : null,
  ].filter((sentence) => sentence).join(" ");
}

load();
