/** What the figure shows, as Python that runs alone and prints it. */

import { divisorOf } from "./state.js";

/** @import { Matrix } from "./numbers.js" */
/** @import { Head, State } from "./head.js" */

/** A float, though it may be whole. @param {number} value */
const float = (value) => (Number.isInteger(value) ? `${value}.0` : `${value}`);

/** @param {number[]} row */
const list = (row) => `[${row.map(float).join(", ")}]`;

/** @param {string} name @param {Matrix} matrix @param {string[]} words */
const rows = (name, matrix, words) =>
  `${name} = torch.tensor([\n${matrix.map((row, word) => `    ${list(row)},  # ${words[word]}\n`).join("")}])\n`;

/** @param {Head} head @param {State} state */
export function python({ words, keys, values }, state) {
  const name = words[state.asks];
  const after = state.asks + 1;
  const longest = Math.max(...words.map(({ length }) => length));
  return [
    "import torch\n\n",
    `words = [${words.map((word) => JSON.stringify(word)).join(", ")}]\n`,
    rows("keys", keys, words),
    rows("values", values, words),
    `query = torch.tensor(${list(state.query)})  # ${name} asks\n\n`,
    `scores = keys @ query${divisorOf(state).code}\n`,
    state.causal && after < words.length ? `scores[${after}:] = -torch.inf  # words after ${name}\n` : "",
    "weights = torch.softmax(scores, dim=-1)\n",
    "context = weights @ values\n\n",
    "for word, weight in zip(words, weights, strict=True):\n",
    `    print(f"{word:${longest}} {weight:.4f}")\n`,
    'print("context", *(f"{x:.4f}" for x in context))\n',
  ].join("");
}
