/** The models that recall pairs, of one layer: what they keep of the tokens so far, and what they answer. */

import { softmax } from "../kit/numbers.js";
import { linear } from "./engine.js";

/** @import { Rows, Tensors } from "./engine.js" */

/**
 * What is kept of the tokens so far: by softmax a key and a value of each, by every other
 * rule one matrix. Of the last token a model keeps the vector, which the next key is made of.
 * @typedef {object} Kept
 * @property {Rows} keys
 * @property {Rows} values
 * @property {Rows} state a row for each feature of a key
 * @property {Float64Array} last
 */

/** @typedef {"softmax" | "linear" | "decay" | "delta"} Rule */

/** Numbers that each token has, and rows and columns of a state. */
export const WIDTH = 16;

/** Before the first token. @returns {Kept} */
export const empty = () => ({
  keys: [],
  values: [],
  state: Array.from({ length: WIDTH }, () => new Float64Array(WIDTH)),
  last: new Float64Array(WIDTH),
});

/** @param {Float64Array} row */
function unit(row) {
  const length = Math.max(Math.hypot(...row), 1e-12);
  return row.map((each) => each / length);
}

/** @param {number} x */
const sigmoid = (x) => 1 / (1 + Math.exp(-x));

/** The sum of rows, each times its number. @param {ArrayLike<number>} numbers @param {Rows} rows @returns {Float64Array} */
function mixed(numbers, rows) {
  const sum = new Float64Array(WIDTH);
  rows.forEach((row, i) => row.forEach((each, j) => { sum[j] += numbers[i] * each; }));
  return sum;
}

/**
 * Reads one more token: what is kept then, and a logit for each value.
 * @param {Tensors} tensors those of each rule under its name
 * @param {Rule} rule
 * @param {Kept} kept
 * @param {number} id
 * @returns {{kept: Kept, logits: Float64Array}}
 */
export function read(tensors, rule, kept, id) {
  const x = tensors[`${rule}.tok_emb.weight`].data.subarray(id * WIDTH, (id + 1) * WIDTH);
  /** @param {string} layer @param {Float64Array} row */
  const made = (layer, row) => linear(tensors, `${rule}.${layer}`, [row])[0];
  const query = made("W_query", x);
  const key = made("W_key", kept.last);
  const value = made("W_value", x);
  /** @param {Float64Array} context @param {object} changed */
  const answer = (context, changed) => ({ kept: { ...kept, ...changed, last: x }, logits: made("out_head", context) });

  if (rule === "softmax") {
    const keys = [...kept.keys, key];
    const values = [...kept.values, value];
    const scores = keys.map((each) => each.reduce((sum, part, i) => sum + part * query[i], 0) / Math.sqrt(WIDTH));
    return answer(mixed(softmax(scores), values), { keys, values });
  }
  const [forgets, corrects] = made("W_gates", x);
  const decay = rule === "decay" ? sigmoid(forgets) : 1;
  const before = kept.state.map((row) => row.map((each) => decay * each));
  const at = unit(key);
  const was = mixed(at, before);
  const added = rule === "delta" ? value.map((each, j) => sigmoid(corrects) * (each - was[j])) : value;
  const state = before.map((row, i) => row.map((each, j) => each + at[i] * added[j]));
  return answer(mixed(unit(query), state), { state });
}
