import assert from "node:assert/strict";
import { test } from "node:test";
import { road, rowsWithRows, softmax, transposed } from "../../docs/assets/playground/road.js";

/** @import { State } from "../../docs/assets/playground/road.js" */

/** @param {Partial<State>} [changes] @returns {State} */
const state = (changes) => ({
  words: ["a", "b"], embeddings: [[1, 0, 2], [0, 3, 1]],
  queries: [[[1, 0, 0], [0, 1, 0]]], keys: [[[0, 0, 1], [1, 0, 0]]], values: [[[0, 1, 0], [0, 0, 1]]],
  width: 2, positions: false, scaling: false, causal: false, temperature: 1, ...changes,
});
const places = [[0, 0, 0], [0.5, 0, -1]];

/** @param {number} a @param {number} b */
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);

test("rows with rows is a product with the transpose", () => {
  assert.deepEqual(rowsWithRows([[1, 2, 3]], [[1, 0, 1], [0, 1, 0]]), [[4, 2]]);
  assert.deepEqual(transposed([[1, 2, 3], [4, 5, 6]]), [[1, 4], [2, 5], [3, 6]]);
});

test("shares sum to one, of large scores too, and what is hidden has none", () => {
  const shares = softmax([1000, 1000, -Infinity]);
  assert.deepEqual(shares, [0.5, 0.5, 0]);
  near(softmax([0.1, -2, 7]).reduce((a, b) => a + b), 1);
});

test("each step by hand", () => {
  const { X, heads: [head], Z } = road(state(), places);
  assert.deepEqual(X, [[1, 0, 2], [0, 3, 1]]);
  assert.deepEqual(head.Q, [[1, 0], [0, 3]]);
  assert.deepEqual(head.K, [[2, 1], [1, 0]]);
  assert.deepEqual(head.V, [[0, 2], [3, 1]]);
  assert.deepEqual(head.scores, [[2, 1], [3, 0]]);
  const share = 1 / (1 + Math.exp(-1));
  near(head.weights[0][0], share);
  near(Z[0][0], 3 * (1 - share));
  near(Z[0][1], 2 * share + (1 - share));
});

test("positions are added word by word", () => {
  assert.deepEqual(road(state({ positions: true }), places).X, [[1, 0, 2], [0.5, 3, 0]]);
});

test("scores are divided by the root of the width, and by the temperature", () => {
  const { heads: [head] } = road(state({ scaling: true, temperature: 0.5 }), places);
  near(head.scaled[0][0], 2 / Math.sqrt(2) / 0.5);
  near(road(state({ temperature: 4 }), places).heads[0].scaled[1][0], 0.75);
});

test("a causal mask hides what comes later", () => {
  const { heads: [head] } = road(state({ causal: true }), places);
  assert.deepEqual(head.masked, [[2, -Infinity], [3, 0]]);
  assert.deepEqual(head.weights[0], [1, 0]);
  assert.deepEqual(head.contexts[0], head.V[0]);
});

test("heads stand side by side", () => {
  const { queries: [q], keys: [k], values: [v] } = state();
  const two = state({ queries: [q, k], keys: [k, q], values: [v, q] });
  const { heads, Z } = road(two, places);
  assert.deepEqual(Z[1], [...heads[0].contexts[1], ...heads[1].contexts[1]]);
});
