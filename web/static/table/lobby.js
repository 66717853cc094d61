// Before a game: which racks are full, how many play, who begins.

import { expansions, reminders } from "./conduct.js";
import { h, sign } from "../shared/draw.js";
import { $, part } from "../shared/parts.js";
import { phones, who } from "../shared/people.js";
import { count, say, word } from "../shared/texts.js";

let shown = null; // what the table says of the lobby
let chosenPlayers = null; // how many play, as chosen here where no camera counts
let asksPlayers = false; // whether to ask how many play although the table knows
let chosenFirst = null; // who begins, as chosen here; null: as the table says

/** Show the lobby; null: there is a game. */
export function showLobby(lobby) {
  shown = lobby;
  if (lobby) drawLobby(lobby);
  else {
    chosenFirst = chosenPlayers = null;
    asksPlayers = false;
  }
}

/** Can the game start, by the table or by what is chosen here? */
const canStart = ({ ready, blocked }) => ready || (chosenPlayers !== null && !blocked);

/**
 * Return the heading of the page before a game: it promises no start that is not possible yet, and
 * says the same on all pages, whatever was chosen on one of them.
 */
export const lobbyHeading = (lobby) =>
  lobby.ready ? word("status", "waiting_to_start") : say("before_game");

/** Return the one thing that is to be done now; empty: only the button is left. */
function next(lobby) {
  const held = lobby.choices.length > 0; // people hold their cards, and say how many play
  if (held && !lobby.blocked && (canStart(lobby) || lobby.players === null))
    return say(lobby.watched ? "lobby_mat" : "lobby_unwatched");
  return canStart(lobby) ? "" : (lobby.reason ?? "");
}

/** Return which phones would only look on, as a sentence; empty: none would. */
function leftOut(players) {
  const seats = phones().filter((seat) => seat >= players);
  return seats.length ? count("left_out", players).replace("{who}", () => seats.map(who).join(", ")) : "";
}

/** Return what was chosen, as the table wants it. */
export function chosenStart() {
  const first = document.querySelector("#first input:checked")?.value ?? 0;
  const players = chosenPlayers === null ? {} : { players: chosenPlayers };
  return { first: Number(first), ...players };
}

/** @param {Told.Lobby} lobby */
function drawLobby(lobby) {
  const known = new Map(lobby.racks.map((rack) => [rack.seat, rack.cards]));
  if (chosenPlayers !== null && !lobby.choices.includes(chosenPlayers)) chosenPlayers = null;
  const players = (lobby.choices.length ? chosenPlayers : null) ?? lobby.players ?? 5;
  showPlayers(lobby);
  part("racks", [lobby.racks, players], () =>
    $("racks").replaceChildren(
      ...Array.from({ length: players }, (_, i) => {
        const cards = known.get(i);
        return h(
          "li",
          { class: cards ? "there" : "" },
          h("b", {}, sign(i), who(i)),
          h(
            "span",
            { class: "slots", "aria-hidden": "true" },
            Array.from({ length: 5 }, (_, j) => h("i", { class: j < (cards ?? 0) ? "full" : "" })),
          ),
          h("span", {}, cards === undefined ? say("no_rack") : count("rack_cards", cards)),
        );
      }),
    ),
  );
  const first = chosenFirst !== null && chosenFirst < players ? chosenFirst : lobby.first;
  part("first", [players, first], () =>
    $("first").replaceChildren(
      ...Array.from({ length: players }, (_, i) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "first",
            value: i,
            checked: i === first,
            "data-focus": `first-${i}`,
            onchange: () => (chosenFirst = i),
          }),
          h("span", {}, sign(i), who(i)),
        ),
      ),
    ),
  );
  part("expansions-lobby", lobby.expansions, () => {
    $("expansions-lobby").replaceChildren(...expansions(lobby.expansions));
    $("expansions-lobby").hidden = !lobby.expansions.length;
  });
  part("conduct-lobby", [lobby.manners], () =>
    $("conduct-lobby").replaceChildren(...reminders(lobby.manners, { begun: false })),
  );
  if ($("ruleset")) $("ruleset").textContent = lobby.ruleset ? word("editions", lobby.ruleset) : "";
  const ready = canStart(lobby);
  if ($("lobby-aim")) $("lobby-aim").hidden = ready || !lobby.watched;
  $("lobby-deck")?.toggleAttribute("hidden", lobby.watched);
  $("start").hidden = !ready;
  $("first-part").hidden = !ready || lobby.manners.first_player === "lot";
  $("conduct-lobby").hidden = !ready;
  $("racks").hidden = lobby.choices.length > 0 || !lobby.racks.length;
  const how = [next(lobby), ready ? leftOut(players) : ""].filter(Boolean).join(" ");
  if ($("lobby-how").textContent !== how) $("lobby-how").textContent = how;
}

/** Where no camera counts the racks, somebody says how many play, unless that is known from before. */
function showPlayers(lobby) {
  const known = lobby.players !== null && chosenPlayers === null && !asksPlayers;
  $("players-part").hidden = !lobby.choices.length || known;
  $("players-known").hidden = !lobby.choices.length || !known;
  if (known) $("players-play").textContent = count("people_play", lobby.players);
  const chosen = chosenPlayers ?? lobby.players;
  const size = lobby.hand_sizes[lobby.choices.indexOf(chosen)];
  $("deal-each").hidden = size === undefined;
  const each = size === undefined ? "" : count("deal_each", size);
  if ($("deal-each").textContent !== each) $("deal-each").textContent = each;
  part("players", [lobby.choices, chosen], () =>
    $("players").replaceChildren(
      ...lobby.choices.map((many) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "players",
            value: many,
            checked: many === chosen,
            "data-focus": `players-${many}`,
            onchange: () => {
              chosenPlayers = many;
              drawLobby(shown);
            },
          }),
          h("span", {}, many),
        ),
      ),
    ),
  );
}

$("players-change").addEventListener("click", () => {
  asksPlayers = true;
  drawLobby(shown);
  /** @type {HTMLElement | null} */ (document.querySelector("#players input:checked"))?.focus();
});
