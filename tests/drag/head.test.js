import assert from "node:assert/strict";
import { test } from "node:test";
import { hull, said } from "../../docs/assets/drag/head.js";

/** @import { Head, State } from "../../docs/assets/drag/head.js" */

/** @type {Head} */
const head = {
  words: ["a", "b", "c"], queries: [[1, 0], [0, 0], [0, 2]],
  keys: [[1, 0], [0, 1], [-1, -1]], values: [[4, 0], [0, 8], [2, 2]],
  opens: { word: "c", weights: [], context: [] }, from: [],
};
/** @param {Partial<State>} [changes] @returns {State} */
const state = (changes) => ({ asks: 0, query: [1, 0], divisor: 1, causal: false, ...changes });

test("what is read most is named, and all that are read as much", () => {
  assert.equal(said(head, state(), [0.62, 0.28, 0.1]), "a reads a: 0.62");
  assert.equal(said(head, state({ asks: 2 }), [0.4, 0.4, 0.2]), "c reads a and b: 0.40 each");
  assert.equal(said(head, state(), [1, 0, 0]), "a reads a: 1.00");
});

test("a hull has the corners alone, whatever else lies in it or on its edge", () => {
  const square = [[0, 0], [2, 0], [2, 2], [0, 2]];
  assert.deepEqual(hull([[1, 1], [2, 2], [0, 0], [1, 0], [2, 0], [0, 2], [0, 0]]), square);
  assert.deepEqual(hull([[3, 1]]), [[3, 1]]);
  assert.deepEqual(hull([[3, 1], [3, 1]]), [[3, 1]]);
  assert.deepEqual(hull([[0, 0], [2, 2], [1, 1]]), [[0, 0], [2, 2]]);
});
