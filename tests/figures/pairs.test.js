import assert from "node:assert/strict";
import { test } from "node:test";
import { contents, fresh, likeliest, other, told } from "../../docs/assets/live/pairs.js";

const letters = [..."ABCD"];
/** @type {import("../../docs/assets/live/pairs.js").Pair[]} */
const writes = [["B", 2], ["A", 1], ["B", 3]];
/** @param {number[]} sizes */
const shares = (...sizes) => sizes;

test("the last value counts, and keys stay in their order", () => {
  assert.deepEqual([...contents(writes)], [["B", 3], ["A", 1]]);
});

test("a new pair has a new key, and an overwritten key a new value", () => {
  assert.deepEqual([0, 0.5, 0.99].map((at) => fresh(writes, letters, () => at)[0]), ["C", "D", "D"]);
  assert.deepEqual([0, 0.5, 0.99].map((at) => other(writes, "B", 4, () => at)), [["B", 0], ["B", 1], ["B", 1]]);
});

test("what is likely is named with its share; the likeliest always", () => {
  assert.equal(likeliest(shares(0.02, 0.58, 0.4)), "1 (0.58) and 2 (0.40)");
  assert.equal(likeliest(new Array(20).fill(0.05)).split(" ")[0], "0");
});

test("a sentence says what was written, what both read, and who is right", () => {
  const says = told(writes, "B", "delta", shares(0, 0, 0, 1), shares(0, 0, 0.6, 0.4));
  assert.equal(says, "B was written twice, last as 3. The state, written by the delta rule, reads 3 (1.00): right. Softmax reads 2 (0.60) and 3 (0.40): wrong.");
  assert.match(told(writes, "A", "linear", shares(0, 1, 0, 0), shares(0, 1, 0, 0)), /^A was written once, .* by a sum, reads 1 \(1\.00\): right/);
});
