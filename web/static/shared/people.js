// What the people at the table are called, whose phones are away, and who would like which seat.

import { h } from "./draw.js";
import { $, part, seat as mine } from "./parts.js";
import { reveal } from "./reveal.js";
import { say } from "./texts.js";

let names = {}; // by seat
let held = []; // the seats that a phone holds

/** Call the seats by `given`, from now on. */
export const call = (given) => (names = given);

/** What a seat is called at the beginning of a sentence; people count from 1. */
export const who = (seat) => names[seat] ?? say("seat", { seat: seat + 1 });

/** The same within a sentence. */
export const whom = (seat) => names[seat] ?? say("seat_within", { seat: seat + 1 });

/** Return the seats whose phones are at the table. */
export const phones = () => held;

/** Show who is there; return whether somebody is called otherwise, or has another phone.
 * @param {Told.HouseShown} house */
export function showHouse(house, answer) {
  const now = [house.names, house.held];
  const same = JSON.stringify(now) === JSON.stringify([names, held]);
  call(house.names);
  held = house.held;
  part("places", [house.names, house.held, house.away, house.onlookers], () => {
    $("places").hidden = !held.length && !house.onlookers.length;
    $("places").replaceChildren(
      ...(held.length ? [h("li", {}, say("phones_at", { seats: held.map(whom).join(", ") }))] : []),
      ...house.away
        .filter((one) => one !== mine) // this page is shown: the table has only not heard of it yet
        .map((one) => h("li", { class: "away" }, say("phone_away", { who: who(one) }))),
      ...house.onlookers.map((name) =>
        h("li", { class: "sees-all" }, say("sees_all", { name: name || say("somebody") })),
      ),
    );
  });
  part("wishes", [house.names, house.wishes], () => {
    $("wishes").replaceChildren(...house.wishes.map((wish) => asked(wish, answer)));
    if (house.wishes.some((wish) => wish.yours)) reveal($("wishes")); // it waits for a minute only
  });
  return !same;
}

function asked({ id, name, seat, yours }, answer) {
  const values = { name: name ?? say("somebody"), whom: whom(seat) };
  const wish = !yours ? "wish_other" : seat === mine ? "wish_yours" : "wish_for";
  const button = (text, granted) =>
    h(
      "button",
      {
        type: "button",
        "data-focus": `wish-${granted}`,
        class: granted ? "primary" : "",
        onclick: () => answer(id, granted),
      },
      say(text),
    );
  return h(
    "div",
    { class: "wish" },
    h("p", {}, say(wish, values)),
    yours ? h("div", { class: "options" }, button("agree", true), button("refuse", false)) : null,
  );
}
