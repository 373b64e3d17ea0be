import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Refused, decode, embeddingOf, encode, opening, readCount, readNumber, readWords, weightsOf,
  withSize, withWords,
} from "../../docs/assets/playground/state.js";

/** @import { Published } from "../../docs/assets/playground/state.js" */

/** @type {Published} */
const published = {
  words: ["your", "journey"], embeddings: [[0.43, 0.15, 0.89], [0.55, 0.87, 0.66]],
  places: [[0, 0, 0], [0.01, 0.02, 0.03]],
  matrices: [[[1, 2, 3], [4, 5, 6]], [[0, 1, 0], [0, 0, 1]], [[7, 8, 9], [1, 0, 0]]],
};

/** @param {string} field @param {RegExp} words */
const refusal = (field, words) => (/** @type {unknown} */ error) =>
  error instanceof Refused && error.field === field && words.test(error.message);

test("numbers as readers write them", () => {
  for (const [text, number] of /** @type {[string, number][]} */ ([
    ["0.5", 0.5], [" 0,5 ", 0.5], ["\u22122", -2], [".25", 0.25], ["1e-3", 0.001], ["+3.", 3],
  ])) assert.equal(readNumber(text, "x"), number);
  assert.ok(Object.is(readNumber("-0", "x"), 0));
});

test("what is no number, or too large, is refused in words", () => {
  assert.throws(() => readNumber("", "x"), refusal("x", /missing/));
  for (const text of ["abc", "1 2", "0x10", "Infinity", "NaN", "1..2", "--1", "1e", "1,2,3"])
    assert.throws(() => readNumber(text, "x"), refusal("x", /is not a number/));
  for (const text of ["11", "-10.5", "1e300", "1e999"])
    assert.throws(() => readNumber(text, "x"), refusal("x", /is not between/));
});

test("one to eight words", () => {
  assert.deepEqual(readWords("  one\ttwo  three "), ["one", "two", "three"]);
  assert.throws(() => readWords(" "), refusal("words", /at least one/i));
  assert.throws(() => readWords("a b c d e f g h i"), refusal("words", /9 words; 8 at most/));
  assert.throws(() => readWords("x".repeat(21)), refusal("words", /longer than 20/));
  assert.equal(readWords("\u{1f600}".repeat(20)).length, 1);
});

test("counts are whole and small", () => {
  assert.equal(readCount("4", "heads", 4), 4);
  for (const text of ["0", "5", "-1", "2.0", "two", "", "1e0"])
    assert.throws(() => readCount(text, "heads", 4), refusal("heads", /from 1 to 4/));
});

test("a known word brings its vector, any other always the same one", () => {
  assert.deepEqual(embeddingOf("Journey", published), [0.55, 0.87, 0.66]);
  const cat = embeddingOf("cat", published);
  assert.deepEqual(cat, embeddingOf("cat", published));
  assert.notDeepEqual(cat, embeddingOf("act", published));
  assert.ok(cat.every((value) => value >= 0 && value <= 1));
});

test("words that stay keep what was typed for them", () => {
  const state = { ...opening(published), embeddings: [[1, 2, 3], [4, 5, 6]] };
  const next = withWords(state, ["your", "cat", "journey"], published);
  assert.deepEqual(next.embeddings[0], [1, 2, 3]);
  assert.deepEqual(next.embeddings[2], [0.55, 0.87, 0.66]);
});

test("more heads and rows begin with the published ones, moved on", () => {
  const [matrix] = published.matrices;
  assert.deepEqual(weightsOf(matrix, 0, 1), [4, 5, 6]);
  assert.deepEqual(weightsOf(matrix, 1, 0), [2, 3, 1]);
  assert.deepEqual(weightsOf(matrix, 0, 2), [2, 3, 1]);
  assert.deepEqual(weightsOf(matrix, 3, 0), [-1, -2, -3]);
  const state = withSize(opening(published), 4, 3, published);
  assert.deepEqual([state.queries.length, state.queries[3].length], [4, 3]);
  assert.deepEqual(state.queries[0].slice(0, 2), matrix);
  const edited = { ...state, queries: state.queries.map((head) => head.map(() => [0, 0, 1])) };
  assert.deepEqual(withSize(edited, 2, 2, published).queries, [[[0, 0, 1], [0, 0, 1]], [[0, 0, 1], [0, 0, 1]]]);
});

test("an address gives back the state", () => {
  const state = {
    ...withSize(withWords(opening(published), ["50%,=&#\u00e9", "b", "c"], published), 3, 2, published),
    temperature: 0.25, causal: true, scaling: false,
  };
  assert.deepEqual(decode(encode(state)), state);
});

test("an altered address is refused, field by field", () => {
  const whole = encode(opening(published));
  for (const [old, altered, field] of [
    ["heads=1", "heads=9", "heads"], ["width=2", "width=", "width"], ["width=2", "width=1", "queries"],
    ["temperature=1", "temperature=0", "temperature"], ["scaling=1", "scaling=on", "scaling"],
    ["words=your", "words=%", "words"], ["embeddings=0.43", "embeddings=0.43,1", "embeddings"],
    ["&causal=0", "", "causal"], ["keys=0", "keys=x", "keys"],
  ]) {
    assert.equal(whole.split(old).length, 2, old);
    assert.throws(() => decode(whole.replace(old, altered)), refusal(field, /./), altered);
  }
});
