import assert from "node:assert/strict";
import { test } from "node:test";

import { aPage } from "./a_page.js";

aPage();
const { parts } = await import("../../web/static/hana/worth.js");

test("the parts of a pile add up to its score: yaku count once for each of the others", () => {
  assert.equal(parts({ points: 52, yaku_points: 10 }, 2), "52 in cards · 10 for yaku");
  assert.equal(parts({ points: 52, yaku_points: 10 }, 3), "52 in cards · 2 × 10 for yaku");
  assert.equal(parts({ points: 52, yaku_points: 0 }, 4), "52 in cards · 0 for yaku");
});
