/** The arithmetic of the dragged query: one query, eight keys, eight values, all of width 2. */

import { dot, mixed, softmax } from "../kit/numbers.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Matrix } from "../kit/numbers.js" */

/** @typedef {[number, number]} Point */

/**
 * What blocks printed.
 * @typedef {object} Head
 * @property {string[]} words
 * @property {Matrix} queries
 * @property {Matrix} keys
 * @property {Matrix} values
 * @property {{word: string, weights: string[], context: string[]}} opens who asks at first,
 *   and what was printed for it, digit by digit
 */

/**
 * What a reader may set. `asks` is the place of a word.
 * @typedef {object} State
 * @property {number} asks
 * @property {Point} query
 * @property {number} divisor
 * @property {boolean} causal whether later words are hidden
 */

/** @typedef {{weights: number[], context: Point}} Answer */

export const MOST = 4; // the length of the longest query
/** What scores may be divided by. */
export const DIVISORS = [
  { value: 1, words: "1: not divided" },
  { value: Math.SQRT2, words: "\u221a2: the root of d_k" },
  { value: 2, words: "2: d_k itself" },
  { value: 4, words: "4" },
];

/** The vectors, the weights of the word that opens, and its context. @param {Data} data @returns {Head} */
export function read({ blocks: [[, ...vectors], asked, contexts], opens }) {
  /** @type {string[]} */
  const words = vectors.map((/** @type {string[]} */ [word]) => word);
  /** @param {string[][]} rows @param {string} word */
  const of = (rows, word) => /** @type {string[]} */ (rows.find(([each]) => each === word)).slice(1);
  const [queries, keys, values] = [0, 2, 4].map((at) => words.map((word) => of(vectors, word).slice(at, at + 2).map(Number)));
  const weights = words.map((word) => of(asked, word)[1]);
  return { words, queries, keys, values, opens: { word: opens, weights, context: of(contexts, opens) } };
}

/** Whether the word that asks may read a word. @param {State} state @param {number} word */
export const allowed = ({ asks, causal }, word) => !causal || word <= asks;

/** @param {Head} head @param {State} state @returns {Answer} */
export function answer({ keys, values }, state) {
  const weights = softmax(keys.map((key, word) =>
    (allowed(state, word) ? dot(state.query, key) / state.divisor : -Infinity)));
  const [x, y] = mixed(weights, values);
  return { weights, context: [x, y] };
}

/** @param {number} number */
const rounded = (number) => Math.round(number * 100) / 100 || 0; // no negative zero

/** A query in hundredths, no longer than the longest. @param {Point} query @returns {Point} */
export function within([x, y]) {
  const length = Math.hypot(x, y);
  if (length <= MOST) return [rounded(x), rounded(y)];
  const [across, up] = [(x * MOST) / length, (y * MOST) / length];
  return [Math.trunc(across * 100) / 100 || 0, Math.trunc(up * 100) / 100 || 0];
}

/** A word asks, with its own query. @param {Head} head @param {State} state @param {number} word @returns {State} */
export function withWord({ queries }, state, word) {
  const [x, y] = queries[word];
  return { ...state, asks: word, query: [x, y] };
}

/** @param {Head} head @returns {State} */
export const opening = (head) =>
  withWord(head, { asks: 0, query: [0, 0], divisor: Math.SQRT2, causal: false }, head.words.indexOf(head.opens.word));

/**
 * The corners of the smallest convex outline around some points, in order.
 * @param {Matrix} points
 * @returns {Matrix}
 */
export function hull(points) {
  const sorted = [...points].sort(([a, b], [c, d]) => a - c || b - d)
    .filter((point, place, all) => !place || point.join() !== all[place - 1].join());
  /** @param {Matrix} points one side of the outline */
  function side(points) {
    /** @type {Matrix} */
    const found = [];
    for (const point of points) {
      while (found.length > 1 && !left(found[found.length - 2], found[found.length - 1], point))
        found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  }
  const corners = [...side(sorted), ...side(sorted.reverse())];
  return corners.length ? corners : sorted.slice(0, 1);
}

/** Whether the way from a over b to c turns left. @param {number[]} a @param {number[]} b @param {number[]} c */
const left = (a, b, c) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;

/** A list in words. @param {string[]} words */
const listed = (words) =>
  (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words[0]);

/**
 * Who reads whom, in words: the largest weight, or all that are as large.
 * @param {Head} head
 * @param {State} state
 * @param {number[]} weights
 */
export function said({ words }, state, weights) {
  const most = Math.max(...weights);
  const largest = words.filter((_, word) => most - weights[word] < 5e-5);
  const count = weights.filter((weight) => weight > 0).length;
  const equal = largest.length > 2 && largest.length === count;
  const whom = equal ? `all ${count} words alike` : listed(largest);
  const each = largest.length > 1 && !equal ? " each" : "";
  return `${words[state.asks]} reads ${whom}: ${most.toFixed(2)}${each}`;
}
