import assert from "node:assert/strict";
import { test } from "node:test";

import { aPage } from "./a_page.js";

aPage();
const { audited, pointsAt } = await import("../../web/static/games/audit.js");

const [right, broken, open] = ["right", "broken", "open"].map((verdict) => ({ verdict, new: 1 }));

test("clues are said to be proper ones only where somebody can tell that they were", () => {
  assert.equal(audited([right, right], 0), "All were proper. New: 2.");
  assert.equal(audited([open, open], 0), "Open: 2. Known to be new: 2.");
  assert.equal(audited([right, open], 1), "Open: 2. The others were proper. Known to be new: 2.");
  assert.equal(audited([right, broken, open], 0), "Broken: 1. Open: 1. Known to be new: 3.");
  assert.equal(audited([], 0), "None was told.");
  assert.equal(audited([], 3), "None was told. Open: 3.");
});

test("of a clue that cannot be checked it is only said at how many cards it is known to point", () => {
  assert.equal(pointsAt({ verdict: "right", touched: 2 }), "Points at: 2.");
  assert.equal(pointsAt({ verdict: "open", touched: 2 }), "Known: 2.");
  assert.equal(pointsAt({ verdict: "open", touched: 0 }), "");
});
