import assert from "node:assert/strict";
import { test } from "node:test";
import { softmax } from "../../docs/assets/drag/numbers.js";

test("shares sum to one, of large scores too, and what is hidden has none", () => {
  assert.deepEqual(softmax([1000, 1000, -Infinity]), [0.5, 0.5, 0]);
  const sum = softmax([0.1, -2, 7]).reduce((a, b) => a + b);
  assert.ok(Math.abs(sum - 1) < 1e-6, `${sum} is not 1`);
});
