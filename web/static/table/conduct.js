// How people behave at this table: what they have agreed on beside the rules, as reminders.

import { h } from "../shared/draw.js";
import { word } from "../shared/texts.js";

const OPTIONS = [
  ...["first_player", "talk", "announced_discards", "equal_emphasis"],
  ...["rearranging", "reported_looks", "browsing", "available_tokens"],
];

/** Return the reminder of one option of a table's `manners`; null: that is nothing to speak of. */
export function reminder(manners, option) {
  const key = `${option}_${manners[option]}`;
  const text = word("conduct", key);
  return text === key ? null : text;
}

/** Return what is played with beside the base game as list items. */
export const expansions = (keys) => keys.map((key) => h("li", {}, word("expansions", key)));

/** Return all reminders as list items; who begins is one before a game only. */
export function reminders(manners, { begun }) {
  return OPTIONS.filter((option) => !(begun && option === "first_player"))
    .map((option) => reminder(manners, option))
    .filter((text) => text !== null)
    .map((text) => h("li", {}, text));
}
