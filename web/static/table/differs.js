// Where table and record differ: both side by side, and which of them is right.

import { face, h } from "../shared/draw.js";
import { $, part } from "../shared/parts.js";
import { whom } from "../shared/people.js";
import { say, word } from "../shared/texts.js";

const named = (label) => (label ? word("cards", label) : say("unread_card"));

/** Return what has to be done with a card so that the table is as the record has it.
 * @param {Told.AmissCard} card */
function move({ card, record, table, seat }) {
  const values = { card: named(card), whom: seat === null ? "" : whom(seat) };
  if (record && table) return say(`move_to_${record}`, values);
  if (record) return say(`move_lay_${record}`, values);
  return say(`${seat === null ? "move_up" : "move_home"}_${table}`, values);
}

function lying({ card, amiss }) {
  const drawn = face(card);
  if (!card) drawn.append(h("b", { class: "unknown" }, "?"));
  const text = amiss ? say("card_amiss", { card: named(card) }) : named(card);
  return h("li", { class: amiss ? "amiss" : "" }, h("span", { class: "sr" }, text), drawn);
}

/** Return one side: the columns numbered in `used`, so that both sides line up, and the discards. */
function side({ columns, discards }, used) {
  return [
    h("h4", {}, say("fireworks")),
    h(
      "div",
      { class: "columns" },
      used.map((i) => h("ul", {}, (columns[i] ?? []).map(lying))),
    ),
    h("h4", {}, say("discards")),
    h("ul", { class: "row" }, discards.map(lying)),
  ];
}

/**
 * The part of the page that appears while table and record differ. `explain()` fetches what would
 * explain the table, `offer(choice)` lets people make it count, `list()` shows them all turns.
 */
export class Differing {
  constructor({ explain, offer, list }) {
    this.explain = explain;
    this.offer = offer;
    this.list = list;
    $("table-right").addEventListener("click", () => this.tableIsRight());
    $("record-right").addEventListener("click", () => this.recordIsRight());
  }

  show(differs) {
    part("differs", differs, (before) => {
      $("differs").hidden = !differs;
      if (!differs) return;
      if (!before) $("differs-moves").hidden = true;
      const { record, table, amiss } = differs;
      $("differs-why").textContent = differs.why;
      const all = Math.max(record.columns.length, table.columns.length);
      const used = Array.from({ length: all }, (_, i) => i).filter(
        (i) => record.columns[i]?.length || table.columns[i]?.length,
      );
      $("differs-record").replaceChildren(...side(record, used));
      $("differs-table").replaceChildren(...side(table, used));
      $("differs-moves").replaceChildren(
        ...amiss.map((one) => h("li", {}, move(one))),
        h("li", { class: "hint" }, say("move_then")),
      );
    });
  }

  /** What to move, and nothing else: the table is looked at until it is as the record has it. */
  recordIsRight() {
    $("differs-moves").hidden = false;
  }

  async tableIsRight() {
    $("differs-moves").hidden = true;
    const found = await this.explain();
    if (found.redo)
      this.offer({ correction: { kind: "redo" }, text: say("redo_offered"), effect: found.redo });
    else if (found.choice) this.offer(found.choice);
    else this.list();
  }
}
