import assert from "node:assert/strict";
import { test } from "node:test";
import { keysOf, largest, shares } from "../../docs/assets/live/attention.js";
import { shades, told } from "../../docs/assets/live/heads.js";

const maps = { a: [[[1, 0], [0.5, 0.5]], [[1, 0], [0.1, 0.9]]], b: [[[1, 0], [0, 1]], [[1, 0], [0, 1]]] };
/** @param {string[]} [cut] @param {string} [view] */
const of = (cut = [], view = "") => shares(maps, "a", 1, new Set(cut), view);

test("heads are averaged, and what is cut goes to the other side", () => {
  assert.deepEqual(of(), { kept: [0.3, 0.7], cut: [0, 0] });
  assert.deepEqual(of(["a:1"]), { kept: [0.25, 0.25], cut: [0.05, 0.45] });
  assert.deepEqual(of(["b:0"]), of());
});

test("one head is seen whole, and none of another layer", () => {
  assert.deepEqual(of([], "a:1"), { kept: [0.1, 0.9], cut: [0, 0] });
  assert.deepEqual(of(["a:1"], "a:1"), { kept: [0, 0], cut: [0.1, 0.9] });
  assert.deepEqual(of([], "b:0"), { kept: [0, 0], cut: [0, 0] });
});

test("the largest weights are said, if any is large", () => {
  assert.equal(largest([0.2, 0.05, 0.6], ["a", "b", "c"]), "c (0.60), a (0.20)");
  assert.equal(largest([0.2, 0.05, 0.6], ["a", "b", "c"], 1), "c (0.60)");
  assert.equal(largest([0.05], ["a"]), "");
});

test("a map has a square for each weight that can be seen", () => {
  const paths = shades([[1, 0], [0.5, 0.02]]);
  assert.equal(paths.length, 8);
  assert.equal(paths[7], "M0 0h1v1h-1z");
  assert.equal(paths[3], "M0 1h1v1h-1z");
  assert.equal(paths.join("").match(/z/g)?.length, 2);
});

test("cut heads are told by layer", () => {
  const layers = [{ path: "a", name: "encoder", of: "", heads: 4 }, { path: "b", name: "cross", of: "", heads: 2 }];
  assert.equal(told(layers, new Set(["a:1", "a:3", "b:0"])), "encoder 1 and 3; cross 0");
  assert.equal(told(layers, new Set([...keysOf("b", 2), "a:0", "a:1", "a:2"])), "encoder 0, 1 and 2; all cross heads");
  assert.equal(told(layers, new Set()), "");
});
