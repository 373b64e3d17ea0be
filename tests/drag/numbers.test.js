import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused, readNumber, softmax } from "../../docs/assets/drag/numbers.js";

/** @param {RegExp} words */
const refusal = (words) => (/** @type {unknown} */ error) =>
  error instanceof Refused && error.field === "x" && words.test(error.message);

test("shares sum to one, of large scores too, and what is hidden has none", () => {
  assert.deepEqual(softmax([1000, 1000, -Infinity]), [0.5, 0.5, 0]);
  const sum = softmax([0.1, -2, 7]).reduce((a, b) => a + b);
  assert.ok(Math.abs(sum - 1) < 1e-6, `${sum} is not 1`);
});

test("numbers are read", () => {
  for (const [text, number] of /** @type {[string, number][]} */ ([
    ["0.5", 0.5], ["-2", -2], [".25", 0.25], ["1e-3", 0.001], ["3.", 3],
  ])) assert.equal(readNumber(text, "x", -10, 10), number);
  assert.ok(Object.is(readNumber("-0", "x", -10, 10), 0));
});

test("what is no number, or too large, is refused in words", () => {
  for (const text of ["", "abc", "1 2", "0x10", "Infinity", "NaN", "1..2", "--1", "1e", "1,2,3"])
    assert.throws(() => readNumber(text, "x", -10, 10), refusal(/is not a number/));
  for (const text of ["11", "-10.5", "1e300", "1e999"])
    assert.throws(() => readNumber(text, "x", -10, 10), refusal(/is not between/));
});
