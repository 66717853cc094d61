import assert from "node:assert/strict";
import { test } from "node:test";

import { aPage } from "./a_page.js";

aPage("0");
const { possible } = await import("../../web/static/table/picker.js");

const game = (face) => ({
  hands: [[], [{ slot: 2, face }]],
  unseen: ["b1", "r2", "r5"],
  fireworks: [{ suit: "b" }, { suit: "r" }],
});

test("a card may be what this page does not see every copy of", () => {
  assert.deepEqual(possible((game(null)), 1, 2), ["b1", "r2", "r5"]);
});

test("what a card is said to be stays a choice, in its place among the others", () => {
  assert.deepEqual(possible((game("r3")), 1, 2), ["b1", "r2", "r3", "r5"]);
  assert.deepEqual(possible((game("b4")), 1, 2), ["b1", "b4", "r2", "r5"]);
});

test("a slot without a card offers no more than is unseen", () => {
  assert.deepEqual(possible((game("r3")), 1, 0), ["b1", "r2", "r5"]);
});
