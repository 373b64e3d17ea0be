/** The arithmetic of the dragged query: one query, eight keys, eight values, all of width 2. */

import { rowsWithRows, softmax, transposed } from "./numbers.js";

/** @import { Matrix } from "./numbers.js" */

/** @typedef {[number, number]} Point */

/**
 * What snippets printed, read from their outputs when the site was built.
 * @typedef {object} Head
 * @property {string[]} words
 * @property {Matrix} queries
 * @property {Matrix} keys
 * @property {Matrix} values
 * @property {{word: string, weights: string[], context: string[]}} opens who asks at first,
 *   and what was printed for it, digit by digit
 * @property {{page: string, block: string}[]} from where it was printed
 */

/**
 * What a reader sets.
 * @typedef {object} State
 * @property {number} asks the place of the word that asks
 * @property {Point} query
 * @property {number} divisor by which scores are divided
 * @property {boolean} causal whether later words are hidden
 */

/** @typedef {{weights: number[], context: Point}} Answer */

/** Whether the word that asks may read a word. @param {State} state @param {number} word */
export const allowed = ({ asks, causal }, word) => !causal || word <= asks;

/** @param {Head} head @param {State} state @returns {Answer} */
export function answer({ keys, values }, state) {
  const [scores] = rowsWithRows([state.query], keys);
  const weights = softmax(scores.map((score, word) =>
    (allowed(state, word) ? Math.fround(score / state.divisor) : -Infinity)));
  const [context] = rowsWithRows([weights], transposed(values));
  return { weights, context: [context[0], context[1]] };
}

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
