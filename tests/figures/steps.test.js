import assert from "node:assert/strict";
import { test } from "node:test";
import { computed, texts } from "../../docs/assets/steps/kv-cache.js";
import { event, parsed, tables } from "../../docs/assets/steps/blocks.js";
import { TYPES, nearest } from "../../docs/assets/steps/codes.js";
import { collective, owner } from "../../docs/assets/steps/collectives.js";
import { draft, tally } from "../../docs/assets/steps/drafts.js";
import { route } from "../../docs/assets/steps/experts.js";
import { running } from "../../docs/assets/steps/one-pass.js";
import { division, owners, source } from "../../docs/assets/steps/ring.js";
import { PLACES, STEPS } from "../../docs/assets/steps/split.js";
import { kept } from "../../docs/assets/steps/stages.js";
import { outer, scored } from "../../docs/assets/steps/state.js";
import { walk } from "../../docs/assets/steps/tiles.js";
import { dot, mixed, softmax } from "../../docs/assets/kit/numbers.js";

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
  const plain = queries.map((query) => mixed(softmax(keys.map((key) => dot(query, key) / Math.SQRT2)), values));
  walk(queries, keys, values, 9).rows.forEach(({ gathered, sum }, at) =>
    gathered.forEach((each, place) => assert.ok(Math.abs(each / sum - plain[at][place]) < 1e-5)));
});

test("a token's weights are those of its k best experts alone", () => {
  const { chosen, weights } = route([0.5, 2, -1, 1], 2);
  assert.deepEqual(chosen, [1, 3]);
  assert.ok(Math.abs(weights[0] - 1 / (1 + Math.exp(-1))) < 1e-6);
  assert.deepEqual(route([0.5, 2, -1, 1], 1).weights, [1]);
});

test("codes are those of the types, and of two equally near the even one is taken", () => {
  const [int8, e4m3, e5m2] = TYPES.map(({ held }) => held);
  assert.deepEqual([int8, e4m3, e5m2].map(({ length }) => length), [128, 127, 124]);
  assert.equal(e4m3[1] * 448, 2 ** -9);
  assert.equal(e5m2[1] * 57344, 2 ** -16);
  assert.equal(e4m3[nearest(e4m3, 17 / 448)] * 448, 16); // between 16 and 18
  assert.equal(e4m3[nearest(e4m3, 19 / 448)] * 448, 20);
  assert.equal(nearest(int8, 0.3), 38);
});

test("read in order of place, the pieces have the shape that each step says", () => {
  const pieces = [0, 1, 2, 3, 4, 5].flatMap((word) => [0, 1].map((head) => ({ word, head })));
  for (const { shape, place } of STEPS) {
    const spots = pieces.map(({ word, head }) => PLACES[place](word, head));
    assert.equal(new Set(spots.map(String)).size, 12);
    // From one head to the other: to the right with the words kept, or below, within a word.
    const [first, second] = spots.map(([x, , more = 0]) => x + more);
    assert.equal(shape.length === 3 && shape[0] === 6, first === second);
    assert.equal(shape.reduce((a, b) => a * b), 24);
  }
});

test("a state is the sum of products of keys and values, and a square has half its cells", () => {
  const sum = [[[3, -1], [1, 4]], [[-1, -1], [-1, 1]]].map(([key, value]) => outer(key, value))
    .reduce((a, b) => a.map((each, at) => each + b[at]));
  assert.deepEqual(sum, [4, 11, 0, -5]); // as the page prints
  assert.equal(scored(8), [1, 2, 3, 4, 5, 6, 7, 8].reduce((a, b) => a + b));
});

test("a collective is read as it is printed, and a sum belongs to no rank", () => {
  const found = collective("all_reduce 104 108 | 104 108 | 16 bytes".split(" "));
  assert.deepEqual(found, { name: "all_reduce", after: [["104", "108"], ["104", "108"]], bytes: "16" });
  const parts = collective("reduce_scatter 104 | 108 | 16 bytes".split(" "));
  assert.deepEqual(parts.after, [["104"], ["108"]]);
  assert.deepEqual(["11", "44", "104"].map((each) => owner(each, 4)), [0, 3, -1]);
});

test("each stage divides one part more among the ranks", () => {
  const totals = [0, 1, 2, 3].map((stage) => kept([15, 15, 90], stage, 64).reduce((a, b) => a + b));
  assert.deepEqual(totals.map((each) => each.toFixed(2)), ["120.00", "31.41", "16.64", "1.88"]); // as the page prints
  assert.deepEqual(kept([15, 15, 90], 3, 1), [15, 15, 90]);
});

test("blocks that go round meet each rank once, and pieces belong to whom they are printed for", () => {
  for (const rank of [0, 1, 2, 3]) {
    assert.deepEqual([0, 1, 2, 3].map((step) => source(rank, step, 4)).sort(), [0, 1, 2, 3]);
    assert.equal(source((rank + 1) % 4, 1, 4), rank); // what it had, the next one has
  }
  const lines = ["zig-zag rank 0 pieces 0 3 pairs 36 32 together 68", "zig-zag rank 1 pieces 1 2 pairs 36 32 together 68"];
  const found = division(lines.map((line) => line.split(" ")));
  assert.deepEqual(found, { way: "zig-zag", pieces: [[0, 3], [1, 2]], pairs: [[36, 32], [36, 32]] });
  assert.deepEqual(owners(found.pieces), [0, 1, 1, 0]);
});

test("blocks are read as they are printed, and a copy keeps the place of what was copied", () => {
  const lines = ["A . | A4 A2 . . | 0", "A C | AC4 AC2 . . | 0", "A C | AC4 C3 A3 . | 1", "A C | AC4 C4 A4 A1 | 1", "D C | C4 C4 D1 . | 1"];
  const steps = lines.map((line) => parsed(line.split(" ")));
  assert.deepEqual(steps[1].slots, ["A", "C"]);
  assert.deepEqual(steps[1].blocks[1], { owners: "AC", full: 2 });
  assert.deepEqual(tables(steps).map(({ A, C }) => [A, C]),
    [[[0, 1], undefined], [[0, 1], [0, 1]], [[0, 2], [0, 1]], [[0, 2, 3], [0, 1]], [undefined, [0, 1]]]);
  const said = steps.map((step, at) => event(step, steps[at - 1]));
  assert.match(said[0], /^A reads/);
  assert.match(said[1], /^C begins like A,/);
  assert.match(said[2], /A first copies block 1,/);
  assert.match(said[4], /^A has all its words.*D takes/);
});

test("a draft is read as it is printed, and what is written is counted", () => {
  const found = ["word 0.884 replaced one", "one 0.5 kept one"].map((line) => draft(line.split(" ")));
  assert.deepEqual(found[0], { word: "word", number: "0.884", kept: false, written: "one" });
  assert.deepEqual(tally(found, ["one", "step", "word"]), [2, 0, 0]);
});
