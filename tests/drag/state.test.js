import assert from "node:assert/strict";
import { test } from "node:test";
import { DIVISORS, MOST, decode, encode, opening, within } from "../../docs/assets/drag/state.js";
import { python } from "../../docs/assets/drag/code.js";
import { Refused } from "../../docs/assets/drag/numbers.js";

/** @import { Head } from "../../docs/assets/drag/head.js" */

/** @type {Head} */
const head = {
  words: ["a", "b", 'c"'], queries: [[1, 0], [0, 0], [0, 2]],
  keys: [[1, 0], [0, 1], [-1, -1]], values: [[4, 0], [0, 8], [2, 2.5]],
  opens: { word: "b", weights: [], context: [] }, from: [],
};

test("it opens with the word of the output and with its own query", () => {
  assert.deepEqual(opening(head), { asks: 1, query: [0, 0], divisor: Math.SQRT2, causal: false });
});

test("a query has hundredths, and a length that is not exceeded", () => {
  assert.deepEqual(within([0.126, -0.001]), [0.13, 0]);
  assert.ok(Object.is(within([0, -0.001])[1], 0), "no negative zero");
  for (const far of /** @type {[number, number][]} */ ([[5, 5], [-3.99, 0.5], [0, -400]])) {
    const [x, y] = within(far);
    assert.ok(Math.hypot(x, y) <= MOST && Math.hypot(x, y) > MOST - 0.02);
  }
});

test("an address gives back the state", () => {
  for (const { value } of DIVISORS) {
    const state = { asks: 2, query: /** @type {[number, number]} */ ([-1.25, 0.07]), divisor: value, causal: true };
    assert.deepEqual(decode(head, encode(state)), state);
  }
});

test("an altered address is refused", () => {
  const whole = encode(opening(head));
  assert.equal(whole, "asks=1&query=0,0&divisor=root&causal=0");
  for (const [old, altered] of [
    ["asks=1", "asks=3"], ["asks=1", "asks=-1"], ["asks=1", "asks="], ["query=0,0", "query=0"],
    ["query=0,0", "query=0,x"], ["query=0,0", "query=9,0"], ["query=0,0", "query=NaN,0"],
    ["divisor=root", "divisor=0"], ["causal=0", "causal=2"], ["&causal=0", ""],
  ]) {
    assert.ok(whole.includes(old));
    assert.throws(() => decode(head, whole.replace(old, altered)), Refused, altered);
  }
});

test("code has what is set and nothing else", () => {
  const state = opening(head);
  const plain = python(head, state);
  assert.match(plain, /scores = keys @ query \/ 2\*\*0\.5\n/);
  assert.match(plain, /words = \["a", "b", "c\\""\]/);
  assert.match(plain, /\[2\.0, 2\.5\],/);
  assert.ok(!plain.includes("inf"));
  assert.match(python(head, { ...state, causal: true }), /scores\[2:\] = -torch\.inf {2}# words after b\n/);
  assert.ok(!python(head, { ...state, asks: 2, causal: true }).includes("inf"), "no word is later");
  assert.match(python(head, { ...state, divisor: 1 }), /scores = keys @ query\n/);
});
