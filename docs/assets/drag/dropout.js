/** One row of weights, and masks of dropout that a reader draws. */

import { button, make, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { weightBars } from "./bars.js";

/** @import { Data } from "../kit/start.js" */

/**
 * The last row of some weights before and after dropout, as printed.
 * @typedef {object} Row
 * @property {string[]} words
 * @property {string[]} before
 * @property {string[]} after
 * @property {string} sum
 * @property {number} rate with which weights are dropped
 */

/** @param {Data} data @returns {Row} */
export function read({ blocks: [[{ columns }], printed] }) {
  const [before, after, sums] = [columns.length - 1, 2 * columns.length - 1, 2 * columns.length]
    .map((at) => printed[at].slice(-columns.length));
  // What is kept was divided by 1 - rate; printed digits give it to two decimals.
  const rate = Number((1 - Number(before[0]) / Number(after[0])).toFixed(2));
  return { words: columns, before, after, sum: sums[sums.length - 1], rate };
}

/** Weights after dropout. @param {Row} row @param {boolean[]} kept */
export const dropped = ({ before, rate }, kept) =>
  before.map((weight, place) => (kept[place] ? Number(weight) / (1 - rate) : 0));

/** @param {number[]} weights */
const total = (weights) => weights.reduce((a, b) => a + b, 0);

/** @param {HTMLElement} root @param {string} home @param {Data} data */
export function dropout(root, home, data) {
  const row = read(data);
  const word = row.words[row.words.length - 1];
  const bars = weightBars(row.words);
  const sum = make("p", { className: "numbers" });

  /** @type {Frame<boolean[]>} */
  const frame = new Frame(root, home, {
    label: "Draw a mask again", first: row.after.map((weight) => Number(weight) > 0), from: data.from,
    says: (kept) =>
      `${word} keeps ${total(kept.map(Number))} of ${kept.length}: sum ${total(dropped(row, kept)).toFixed(2)}`,
    put(kept) {
      const weights = dropped(row, kept);
      bars.show(weights, (place) => !kept[place], frame.opens ? row.after : undefined);
      write(sum, `sum ${frame.opens ? row.sum : total(weights).toFixed(4)}`);
    },
  });
  frame.last.prepend(button("Draw again", () => frame.change(row.words.map(() => Math.random() >= row.rate))));
  frame.begin([], [
    make("div", { className: "parts" }, make("div", { className: "of-weights" }, bars.element, sum)),
    make("p", { className: "hint", textContent: `The row of ${word} after dropout.` }),
  ]);
}
