// What the people at the table are called, and which of their phones are away.

import { say } from "./texts.js";

let names = {}; // by seat

/** Call the seats by `given`; return whether that is another way than before. */
export function call(given) {
  const same = JSON.stringify(given) === JSON.stringify(names);
  names = given;
  return !same;
}

/** What a seat is called at the beginning of a sentence; people count from 1. */
export const who = (seat) => names[seat] ?? say("seat", { seat: seat + 1 });

/** The same within a sentence. */
export const whom = (seat) => names[seat] ?? say("seat_within", { seat: seat + 1 });
