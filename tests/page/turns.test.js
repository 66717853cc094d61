import assert from "node:assert/strict";
import { test } from "node:test";

import { aPage } from "./a_page.js";

aPage();
const { told } = await import("../../web/static/shared/told.js");
const { reminder } = await import("../../web/static/table/conduct.js");

const turn = { turn: 1, seat: 0 };

test("each kind of turn is told in its own words", () => {
  assert.equal(told({ ...turn, kind: "play", card: "r3", slot: 0, success: true }), "Seat 1 plays red 3.");
  assert.equal(told({ ...turn, kind: "play", card: "r3", slot: 0, success: false }), "Seat 1 misplays red 3.");
  assert.equal(told({ ...turn, kind: "discard", card: null, slot: null }), "Seat 1 discards a card.");
  assert.equal(told({ ...turn, kind: "clue", target: 1, colour: "r", touched: [0] }), "Seat 1 tells seat 2: red.");
  assert.equal(told({ ...turn, kind: "clue", target: 1, value: 3, touched: null }), "Seat 1 tells seat 2: 3.");
});

test("a clue of which nobody told the content has no receiver", () => {
  assert.equal(told({ ...turn, kind: "clue", target: null, touched: null }), "Seat 1 gives a clue.");
});

test("a play whose success nobody knows is no misplay", () => {
  assert.equal(told({ ...turn, kind: "play", card: null, slot: null, success: null }), "Seat 1 plays a card.");
});

test("who logged a clue for its giver stands beside it", () => {
  const clue = { ...turn, kind: "clue", target: 1, value: 3, touched: [] };
  assert.equal(told({ ...clue, by: "seat 1" }), "Seat 1 tells seat 2: 3. (seat 2 logged it.)");
  assert.equal(told({ ...clue, by: "the public page" }), "Seat 1 tells seat 2: 3. (Logged in public.)");
});

test("only conduct that there is a sentence for is reminded of", () => {
  assert.equal(reminder({ talk: "free" }, "talk"), "Talk is free.");
  assert.equal(reminder({ browsing: true }, "browsing"), null);
});
