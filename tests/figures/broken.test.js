import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, told } from "../../docs/assets/live/broken.js";

const at = (moved, right, wrong) => ({ moved, right: { id: right, share: 1 }, wrong: { id: wrong, share: 1 } });

test("of two lines, what differs stands apart", () => {
  assert.deepEqual(apart(["f(x, 1)", "f(x, 20)"]), [["f(x, ", "1", ")"], ["f(x, ", "20", ")"]]);
  assert.deepEqual(apart(["a + b", "a"]), [["a", " + b", ""], ["a", "", ""]]);
  assert.deepEqual(apart(["aa", "aaa"]), [["aa", "", ""], ["aa", "a", ""]]);
});

test("it is told how far logits moved, and which tests see nothing", () => {
  assert.equal(told("No mask", [at(2, 1, 3), at(0, 1, 1)], at(0, 1, 1)),
    "No mask: the logits move at 1 of 2 positions, by up to 2.00 standard deviations, and 1 most probable word changes. It passes a test of one token and one of the last position.");
  assert.match(told("No scale", [at(0, 1, 1), at(0.5, 1, 1)], at(0, 1, 1)), /and no most probable word changes\. It passes a test of one token and one of the most probable words\.$/);
  assert.match(told("No sum", [at(1, 1, 2), at(1, 2, 1)], at(1, 1, 2)), /and 2 most probable words change\. It fails a test of one token, /);
});
