import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../docs/assets/drag/numbers.js";
import { after, decode, first, python } from "../../docs/assets/drag/dropout.js";

/** @type {import("../../docs/assets/drag/dropout.js").Row} */
const row = {
  word: "b", words: ["a", "b"], weights: ["0.25", "0.75"], rate: 0.2,
  opens: { weights: ["0.0000", "0.9375"], sum: "0.9375" }, from: [],
};

test("what is kept is divided by one minus the rate", () => {
  assert.equal(first(row), "01");
  assert.deepEqual(after(row, "10"), [0.3125, 0]);
  assert.deepEqual(after(row, "01"), [0, 0.9375]);
});

test("code has the mask", () => {
  assert.match(python(row, "01"), /kept = torch\.tensor\(\[False, True\]\)\n/);
  assert.match(python(row, "01"), /weights \/ \(1 - 0\.2\)\n/);
});

test("an altered mask is refused", () => {
  assert.equal(decode(row, "kept=10"), "10");
  for (const bad of ["", "1", "101", "1x", "12"])
    assert.throws(() => decode(row, `kept=${bad}`), Refused, bad);
});
