import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../docs/assets/drag/numbers.js";
import { decode, python, weightsAt } from "../../docs/assets/drag/temperature.js";

/** @type {import("../../docs/assets/drag/temperature.js").Scores} */
const of = { words: ["a", "b"], scores: [3, -2], opens: { weights: [] }, from: [] };

test("scores are divided before the softmax", () => {
  const [a, b] = weightsAt([Math.log(9), 0], 2);
  assert.ok(Math.abs(a - 0.75) < 1e-6 && Math.abs(b - 0.25) < 1e-6);
});

test("code has the scores and the temperature", () => {
  const code = python(of, 0.5);
  assert.match(code, /torch\.tensor\(\[3\.0, -2\.0\]\)/);
  assert.match(code, /scores \/ 0\.5, dim=-1/);
  assert.match(code, /zip\("ab", weights/);
});

test("an altered temperature is refused", () => {
  assert.equal(decode("temperature=0.25"), 0.25);
  for (const bad of ["0", "-1", "101", "x", "", "0.250", "1&more=1"])
    assert.throws(() => decode(`temperature=${bad}`), Refused, bad);
});
