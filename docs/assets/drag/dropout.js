/** One row of weights, and masks of dropout that a reader draws. */

import { make, write } from "../live/elements.js";
import { weightBars } from "./bars.js";
import { Frame } from "./frame.js";
import { Refused } from "./numbers.js";

/** @import { From } from "./frame.js" */

/**
 * What a snippet printed.
 * @typedef {object} Row
 * @property {string} word that the row belongs to
 * @property {string[]} words
 * @property {string[]} weights
 * @property {number} rate with which weights are dropped
 * @property {{weights: string[], sum: string}} opens
 * @property {From} from
 */

/** Weights after dropout. @param {Row} row @param {string} kept a 1 for each that is kept */
export const after = ({ weights, rate }, kept) =>
  weights.map((weight, place) =>
    (kept[place] === "1" ? Math.fround(Math.fround(Number(weight)) / (1 - rate)) : 0));

/** The mask that was printed. @param {Row} row */
export const first = ({ opens }) => opens.weights.map((weight) => Number(Number(weight) > 0)).join("");

/** @param {number[]} weights */
const total = (weights) => weights.reduce((a, b) => a + b, 0);

/** @param {Row} row @param {string} kept */
export const python = ({ words, weights, rate }, kept) => [
  "import torch\n\n",
  `words = [${words.map((word) => JSON.stringify(word)).join(", ")}]\n`,
  `weights = torch.tensor([${weights.join(", ")}])\n`,
  `kept = torch.tensor([${[...kept].map((bit) => (bit === "1" ? "True" : "False")).join(", ")}])\n`,
  `dropped = kept * weights / (1 - ${rate})\n\n`,
  "for word, weight in zip(words, dropped, strict=True):\n",
  `    print(f"{word:${Math.max(...words.map(({ length }) => length))}} {weight:.4f}")\n`,
  'print(f"sum {dropped.sum():.4f}")\n',
].join("");

/** @param {Row} row @param {string} hash */
export function decode({ words }, hash) {
  const kept = hash.replace("kept=", "");
  if (kept.length !== words.length || !/^[01]+$/.test(kept))
    throw new Refused("address", "The address was altered.");
  return kept;
}

/** @param {HTMLElement} root @param {string} home @param {Row} row */
export function dropout(root, home, row) {
  const bars = weightBars(row.words);
  const sum = make("p", { className: "numbers" });

  /** @type {Frame<string>} */
  const frame = new Frame(root, home, {
    label: "Draw a mask again", key: "kept", first: first(row), from: row.from,
    encode: (state) => `kept=${state}`,
    decode: (hash) => decode(row, hash),
    says: (state) =>
      `${row.word} keeps ${total([...state].map(Number))} of ${state.length}: sum ${total(after(row, state)).toFixed(2)}`,
    python: (state) => python(row, state),
    put(state) {
      const weights = after(row, state);
      bars.show(weights, (word) => state[word] === "0", frame.opens ? row.opens.weights : undefined);
      write(sum, `sum ${frame.opens ? row.opens.sum : total(weights).toFixed(4)}`);
    },
  });
  const draw = make("button", { type: "button", textContent: "Draw again" });
  draw.addEventListener("click", () =>
    frame.change(row.words.map(() => Number(Math.random() >= row.rate)).join("")));
  frame.last.prepend(draw);
  frame.begin([], [
    make("div", { className: "parts" }, make("div", { className: "of-weights" }, bars.element, sum)),
    make("p", { className: "hint", textContent: `The row of ${row.word} after dropout.` }),
  ], () => undefined);
}
