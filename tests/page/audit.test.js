import assert from "node:assert/strict";
import { test } from "node:test";

import { aPage } from "./a_page.js";

aPage();
const { audited } = await import("../../web/static/games/audit.js");

const [right, broken, open] = ["right", "broken", "open"].map((verdict) => ({ verdict, new: 1 }));

test("clues are said to be proper ones only where somebody can tell that they were", () => {
  assert.equal(audited([right, right], 0), "All were proper. New: 2.");
  assert.equal(audited([open, open], 0), "Open: 2. New: 2.");
  assert.equal(audited([right, open], 1), "Open: 2. The others were proper. New: 2.");
  assert.equal(audited([right, broken, open], 0), "Broken: 1. Open: 1. New: 3.");
  assert.equal(audited([], 0), "None was told.");
  assert.equal(audited([], 3), "None was told. Open: 3.");
});
