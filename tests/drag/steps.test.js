import assert from "node:assert/strict";
import { test } from "node:test";
import { computed, texts } from "../../docs/assets/steps/kv-cache.js";
import { running } from "../../docs/assets/steps/one-pass.js";
import { outer, scored } from "../../docs/assets/steps/state.js";
import { walk } from "../../docs/assets/steps/tiles.js";
import { rowsWithRows, softmax, transposed } from "../../docs/assets/drag/numbers.js";

test("rows are counted as they are printed, text by text", () => {
  const found = texts([["a"], ["1", "2"], ["a", "b"], ["1", "2"], ["3", "4"]]);
  assert.deepEqual(found[1], { words: ["a", "b"], rows: [["1", "2"], ["3", "4"]] });
  const rows = [1, 2, 3, 4, 5, 6];
  assert.equal(computed(6, false), rows.reduce((a, b) => a + b));
  assert.equal(computed(6, true), rows.length);
});

test("a new maximum shrinks what was there, another score does not", () => {
  assert.equal(running([0, 2, 1]).shrink, 1);
  const { shares, shrink } = running([0, 2, 1, 3]);
  const before = running([0, 2, 1]).shares;
  before.forEach((share, at) => assert.ok(Math.abs(shares[at] - share * shrink) < 1e-12));
  assert.equal(shares.reduce((a, b) => a + b).toFixed(4), "1.5530"); // as the page prints
});

test("tile by tile, each context is that of plain attention", () => {
  /** @param {number} seed */
  const matrix = (seed) => Array.from({ length: 6 }, (_, row) => [Math.sin(seed + 3 * row), Math.cos(2 * seed + 5 * row)].map((each) => 4 * each));
  const [queries, keys, values] = [1, 2, 3].map(matrix);
  const weights = rowsWithRows(queries, keys).map((row) => softmax(row.map((score) => score / Math.SQRT2)));
  const plain = rowsWithRows(weights, transposed(values));
  walk(queries, keys, values, 9).rows.forEach(({ gathered, sum }, at) =>
    gathered.forEach((each, place) => assert.ok(Math.abs(each / sum - plain[at][place]) < 1e-5)));
});

test("a state is the sum of products of keys and values, and a square has half its cells", () => {
  const sum = [[[3, -1], [1, 4]], [[-1, -1], [-1, 1]]].map(([key, value]) => outer(key, value))
    .reduce((a, b) => a.map((each, at) => each + b[at]));
  assert.deepEqual(sum, [4, 11, 0, -5]); // as the page prints
  assert.equal(scored(8), [1, 2, 3, 4, 5, 6, 7, 8].reduce((a, b) => a + b));
});
