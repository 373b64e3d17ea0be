import assert from "node:assert/strict";
import { test } from "node:test";
import { python } from "../../docs/assets/playground/code.js";

/** @import { State } from "../../docs/assets/playground/road.js" */

/** @type {State} */
const state = {
  words: ['say "hi"', "b"], embeddings: [[1, 0, 2], [0.5, -3, 1]],
  queries: [[[1, 0, 0]]], keys: [[[0, 0, 1]]], values: [[[0, 1, 0]]],
  width: 1, positions: false, scaling: false, causal: false, temperature: 1,
};
const places = [[0, 0, 0], [0.5, 0, -1], [1, 1, 1]];

test("whole numbers stay floats, and words are quoted", () => {
  const code = python(state, places);
  assert.match(code, /\[1\.0, 0\.0, 2\.0\],/);
  assert.match(code, /words = \["say \\"hi\\"", "b"\]/);
});

test("what would end a comment or a program stays out of it", () => {
  const code = python({ ...state, words: ["a\0\u202eb", "b"] }, places);
  assert.match(code, /words = \["a\\u0000/);
  assert.match(code, /\],  # a\ufffd\ufffdb\n/);
  assert.ok(!code.includes("\0"));
});

test("only what is switched on is written", () => {
  const plain = python(state, places);
  for (const absent of ["each word's place", "triu", " / ", "torch.cat"]) assert.ok(!plain.includes(absent));
  const all = python({
    ...state, positions: true, scaling: true, causal: true, temperature: 0.5,
    queries: [[[1, 0, 0]], [[1, 0, 0]]],
  }, places);
  assert.match(all, /scores \/ 1\*\*0\.5 \/ 0\.5/);
  for (const present of ["each word's place", "triu(1)", "torch.cat"]) assert.ok(all.includes(present));
  assert.ok(!all.includes("[1.0, 1.0, 1.0]"), "as many places as words");
});
