import assert from "node:assert/strict";
import { test } from "node:test";

import { aPage } from "./a_page.js";

aPage();
const { count } = await import("../../web/static/shared/texts.js");

test("a game of any length has as many turns as were taken", () => {
  const taken = [0, 1, 2, 21, 60, 61, 76, 112, 122, 200, 201, 1022].map((n) => count("turns_taken", n));
  assert.deepEqual(taken, [
    "0 tur", "1 tura", "2 tury", "21 tur", "60 tur", "61 tur", "76 tur", "112 tur", "122 tury", "200 tur",
    "201 tur", "1022 tury",
  ]);
});
