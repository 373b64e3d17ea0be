import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, hull, said } from "../../docs/assets/drag/head.js";

/** @import { Head, State } from "../../docs/assets/drag/head.js" */

/** @type {Head} */
const head = {
  words: ["a", "b", "c"], queries: [[1, 0], [0, 0], [0, 2]],
  keys: [[1, 0], [0, 1], [-1, -1]], values: [[4, 0], [0, 8], [2, 2]],
  opens: { word: "c", weights: [], context: [] }, from: [],
};
/** @param {Partial<State>} [changes] @returns {State} */
const state = (changes) => ({ asks: 0, query: [1, 0], divisor: 1, causal: false, ...changes });

/** @param {number} a @param {number} b */
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);

test("weights are a softmax of scores, divided, and the context their mixture", () => {
  const { weights, context } = answer(head, state({ query: [2, 0], divisor: 2 }));
  const sum = Math.E + 1 + 1 / Math.E;
  near(weights[0], Math.E / sum);
  near(weights[2], 1 / Math.E / sum);
  near(context[0], (4 * Math.E + 2 / Math.E) / sum);
  near(context[1], (8 + 2 / Math.E) / sum);
});

test("a query of length zero reads all alike", () => {
  const { weights, context } = answer(head, state({ query: [0, 0] }));
  weights.forEach((weight) => near(weight, 1 / 3));
  near(context[0], 2);
  assert.equal(said(head, state(), weights), "a reads all 3 words alike: 0.33");
});

test("under the mask only earlier words and the one that asks are read", () => {
  const { weights, context } = answer(head, state({ causal: true }));
  assert.deepEqual(weights, [1, 0, 0]);
  assert.deepEqual(context, [4, 0]);
  near(answer(head, state({ causal: true, asks: 1, query: [0, 0] })).weights[1], 0.5);
});

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
