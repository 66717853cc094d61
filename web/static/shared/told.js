// The turns of the log in words, and which of them laid a card.

import { who, whom } from "./people.js";
import { say, word } from "./texts.js";

/** Return one turn of the log in words: what was done, and who logged it in another's name. */
export function told(turn) {
  const said = inWords(turn);
  if (!turn.by) return said;
  const seat = /^seat (\d)$/.exec(turn.by)?.[1];
  return `${said} ${seat ? say("logged_by", { whom: whom(Number(seat)) }) : say("logged_in_public")}`;
}

/** @param {Told.TurnTaken} turn */
function inWords(turn) {
  const names = { who: who(turn.seat), whom: (turn.target ?? null) === null ? "" : whom(turn.target) };
  const values = { ...turn, ...names, card: turn.card ? word("cards", turn.card) : say("unread_card") };
  if (turn.kind === "discard") return say("turn_discards", values);
  if (turn.kind === "play") return say(turn.success === false ? "turn_misses" : "turn_plays", values);
  if (turn.colour) return say("turn_colour", { ...values, colour: word("suits", turn.colour) });
  if (turn.value) return say("turn_rank", { ...values, rank: turn.value });
  return say("turn_clue", values);
}

/** Return the turn that laid the newest card of a firework; undefined: none in the list did. */
export const turnOfFirework = (game, suit) =>
  game.log.findLast(({ kind, card, success }) => kind === "play" && success && card?.[0] === suit);

/** Return the turn by which the card `label` came to the discards; `which` of several like it. */
export const turnOfDiscard = (game, label, which) =>
  game.log.filter(
    ({ kind, card, success }) =>
      card === label && (kind === "discard" || (kind === "play" && success === false)),
  )[which];
