import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { send } from "../../web/static/shared/link.js";

let sent = [];

let answers = [];

beforeEach(() => {
  sent = [];
  globalThis.fetch = (
    async (path, { body }) => {
      sent.push({ path, body });
      return answers.shift()();
    }
  );
});

const says = (status, body) => () => ({
  ok: status < 400,
  status,
  json: async () => body,
});
const cutOff = () => {
  throw new TypeError("no network");
};

test("what got no answer is sent a second time, the same to the last byte", async () => {
  answers = [cutOff, says(200, { ok: true, waits: true })];
  const answer = await send("clue", { target: 1, key: "k" });
  assert.equal(answer.ok, true);
  assert.equal(answer.waits, true);
  assert.deepEqual(sent, [sent[1], sent[1]]);
});

test("what is refused is not sent again, and the sentence for people is its message", async () => {
  answers = [says(409, { detail: "It is somebody else's turn.", stale: false })];
  const answer = await send("clue", {});
  assert.deepEqual([answer.ok, answer.status, answer.message], [false, 409, "It is somebody else's turn."]);
  assert.equal(sent.length, 1);
});

test("without a network there is no third try, and nothing to be read", async () => {
  answers = [cutOff, cutOff];
  assert.deepEqual(await send("clue", {}), { ok: false, status: 0, message: null });
});
