import assert from "node:assert/strict";
import { test } from "node:test";

import { aPage } from "./a_page.js";

aPage("0");
const { touched } = await import("../../web/static/table/clue.js");

const GAME = ({
  hands: [[], [{ slot: 0 }, { slot: 1 }, { slot: 3 }], []],
  hints: [null, { touched: { r: [1], "3": [0, 1] }, unknown: [3], refused: {} }, null],
});

test("a clue touches the cards that the view says, and of an unknown card nobody can tell", () => {
  assert.deepEqual(touched(GAME, 1, { colour: "r" }), [false, true, null]);
  assert.deepEqual(touched(GAME, 1, { value: 3 }), [true, true, null]);
});

test("nothing is told of a hand of which the view says nothing", () => {
  const hidden = { ...GAME, hints: [null, null, null] };
  assert.deepEqual(touched(hidden, 1, { colour: "r" }), [null, null, null]);
});
