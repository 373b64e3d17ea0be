/**
 * The forward passes of the course's trained models, in float64: logits, the weights of
 * every head, and what is left when heads are cut.
 */

import { best, softmax } from "../kit/numbers.js";

/** @typedef {{shape: number[], data: Float64Array}} Tensor row after row */
/** @typedef {Record<string, Tensor>} Tensors by their names in the file of weights */
/** @typedef {Float64Array[]} Rows one row a token */
/** @typedef {Record<string, number[][][]>} Maps by attention layer, such as "encoder.0.attention": for each head a row of weights for each query */

/**
 * What is taken away, or computed in a wrong way.
 * @typedef {object} Switches
 * @property {Set<string>} [cut] heads, such as "encoder.0.attention:3": their context
 *   vectors are zero, and the bias of `out_proj` stays
 * @property {Set<number>} [hidden] places of the source that the decoder may not attend to
 * @property {string} [wrong] the key of a mistake, of those in attention/gallery/break_it.py
 */

/** @typedef {{logits: Rows, maps: Maps}} Result */

// --- the file of weights -----------------------------------------------------

/** The number that 16 bits stand for; a file of weights has neither infinities nor nan. @param {number} bits */
function half(bits) {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const digits = bits & 1023;
  return sign * (exponent ? (1024 + digits) * 2 ** (exponent - 25) : digits * 2 ** -24);
}

/** Read a safetensors file of float16 numbers. @param {ArrayBuffer} buffer @returns {Tensors} */
export function readSafetensors(buffer) {
  const view = new DataView(buffer);
  const length = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  /** @type {Tensors} */
  const tensors = {};
  for (const [name, { dtype, shape, data_offsets: [from, to] }] of Object.entries(header)) {
    if (dtype !== "F16") throw new TypeError(`${name} must be of dtype F16. Got ${dtype}.`);
    const data = new Float64Array((to - from) / 2);
    for (let place = 0; place < data.length; place++)
      data[place] = half(view.getUint16(8 + length + from + 2 * place, true));
    tensors[name] = { shape, data };
  }
  return tensors;
}

// --- layers ------------------------------------------------------------------

/** The form with tanh, which the models were trained with. @param {number} x */
const gelu = (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

/** @param {Rows} x @param {Rows} y @returns {Rows} */
const add = (x, y) => x.map((row, token) => row.map((each, place) => each + y[token][place]));

/** A row of a matrix, or a part of it, times another row. @param {Float64Array} a @param {number} start in `a` @param {Float64Array} b @param {number} from in `b` @param {number} to */
function dot(a, start, b, from, to) {
  let sum = 0;
  for (let place = from; place < to; place++) sum += a[start + place - from] * b[place];
  return sum;
}

/** x Wᵀ + b, with the bias if there is one. @param {Tensors} tensors @param {string} path @param {Rows} x @returns {Rows} */
export function linear(tensors, path, x) {
  const { shape: [outs, ins], data } = tensors[`${path}.weight`];
  const bias = tensors[`${path}.bias`]?.data ?? new Float64Array(outs);
  return x.map((row) => bias.map((each, out) => each + dot(data, out * ins, row, 0, ins)));
}

/** Each row with mean 0 and variance 1, then scaled and shifted. @param {Tensors} tensors @param {string} path @param {Rows} x @returns {Rows} */
function norm(tensors, path, x) {
  const scale = tensors[`${path}.scale`].data;
  const shift = tensors[`${path}.shift`].data;
  return x.map((row) => {
    const mean = row.reduce((a, b) => a + b, 0) / row.length;
    const variance = row.reduce((sum, each) => sum + (each - mean) ** 2, 0) / row.length;
    const root = Math.sqrt(variance + 1e-5);
    return row.map((each, place) => scale[place] * (each - mean) / root + shift[place]);
  });
}

/** @param {Tensors} tensors @param {string} path @param {Rows} x */
function feedForward(tensors, path, x) {
  const inner = linear(tensors, `${path}.layers.0`, x).map((row) => row.map(gelu));
  return linear(tensors, `${path}.layers.2`, inner);
}

/** A word's vector and that of its place. @param {Tensors} tensors @param {string} words @param {string} places @param {number[]} ids @param {string} [wrong] @returns {Rows} */
function embed(tensors, words, places, ids, wrong) {
  /** @param {string} table @param {number} place */
  const row = (table, place) => {
    const { shape: [, width], data } = tensors[`${table}.weight`];
    return data.subarray(place * width, (place + 1) * width);
  };
  const found = ids.map((id) => row(words, id));
  const first = wrong === "positions=1" ? 1 : 0;
  return wrong === "order" ? found : add(found, ids.map((_, place) => row(`${places}.pos_emb`, first + place)));
}

/** The layers or blocks of a list: "blocks.0", "blocks.1", … @param {Tensors} tensors @param {string} list */
function layersOf(tensors, list) {
  const names = Object.keys(tensors).filter((name) => name.startsWith(`${list}.`));
  return [...new Set(names.map((name) => name.split(".", 2).join(".")))];
}

/** @param {number} query @param {number} key */
const causal = (query, key) => key <= query;

/** The features of each head, by token; without a transpose, cut in the order of memory. @param {Rows} rows @param {number} heads @param {boolean} inOrder @returns {Rows[]} */
function split(rows, heads, inOrder) {
  const width = rows[0].length / heads;
  return Array.from({ length: heads }, (_, head) => rows.map((_, token) => {
    const piece = inOrder ? head * rows.length + token : token * heads + head;
    const from = (piece % heads) * width;
    return rows[Math.floor(piece / heads)].subarray(from, from + width);
  }));
}

/** Rows of weights of scores. @param {number[][]} scores @param {(query: number, key: number) => boolean} allowed @param {string} wrong */
function weigh(scores, allowed, wrong) {
  /** @param {number[][]} rows @param {number} hidden */
  const masked = (rows, hidden) => rows.map((row, i) => row.map((each, j) => (allowed(i, j) ? each : hidden)));
  if (wrong === "future") return scores.map(softmax);
  if (wrong === "mask=weights") return masked(scores.map(softmax), 0);
  const rows = masked(scores, -Infinity);
  if (wrong !== "softmax=queries") return rows.map(softmax);
  const columns = rows[0].map((_, j) => softmax(rows.map((row) => row[j])));
  return rows.map((_, i) => columns.map((column) => column[i]));
}

/**
 * What makes the attention layers of a model, and keeps the weights of all of them.
 * @param {Tensors} tensors
 * @param {number} heads
 * @param {Set<string>} cut
 * @param {string} [wrong]
 */
function attentionOf(tensors, heads, cut, wrong = "") {
  /** @type {Maps} */
  const maps = {};

  /** @param {string} path @param {Rows} x @param {Rows} source @param {(query: number, key: number) => boolean} allowed */
  function attend(path, x, source, allowed) {
    const [query, key] = wrong === "order=kqv" ? ["W_key", "W_query"] : ["W_query", "W_key"];
    const [queries, keys, values] = [[query, x], [key, source], ["W_value", source]].map(([name, rows]) =>
      split(linear(tensors, `${path}.${name}`, /** @type {Rows} */ (rows)), heads, wrong === "split=view"));
    const width = queries[0][0].length;
    const root = wrong === "scale=one" ? 1 : Math.sqrt(width);
    const merged = x.map(() => new Float64Array(heads * width));
    const contexts = split(merged, heads, wrong === "merge=view");
    maps[path] = queries.map((rows, head) => {
      const scores = rows.map((query) => keys[head].map((key) => dot(query, 0, key, 0, width) / root));
      const weights = weigh(scores, allowed, wrong);
      if (!cut.has(`${path}:${head}`))
        weights.forEach((row, i) => row.forEach((weight, j) => {
          values[head][j].forEach((each, place) => { contexts[head][i][place] += weight * each; });
        }));
      return weights;
    });
    return wrong === "out=none" ? merged : linear(tensors, `${path}.out_proj`, merged);
  }

  return { maps, attend };
}

// --- models ------------------------------------------------------------------

/** A model of attention layers alone, of two heads each. @param {Tensors} tensors @param {number[]} ids @param {Switches} [switches] @returns {Result} */
export function attentionOnly(tensors, ids, { cut = new Set() } = {}) {
  const { maps, attend } = attentionOf(tensors, 2, cut);
  let x = embed(tensors, "tok_emb", "positions", ids);
  for (const path of layersOf(tensors, "layers")) {
    const normed = norm(tensors, path.replace("layers", "norms"), x);
    x = add(x, attend(path, normed, normed, causal));
  }
  return { logits: linear(tensors, "out_head", norm(tensors, "final_norm", x)), maps };
}

/** A GPT of two heads in each block; its words are tied. @param {Tensors} tensors @param {number[]} ids @param {Switches} [switches] @returns {Result} */
export function gpt(tensors, ids, { cut = new Set(), wrong = "" } = {}) {
  const { maps, attend } = attentionOf(tensors, 2, cut, wrong);
  let x = embed(tensors, "tok_emb", "positions", ids, wrong);
  for (const path of layersOf(tensors, "blocks")) {
    const normed = norm(tensors, `${path}.norm_1`, x);
    const attended = attend(`${path}.attention`, normed, normed, causal);
    x = wrong === "residual" ? attended : add(x, attended);
    x = add(x, feedForward(tensors, `${path}.feed_forward`, norm(tensors, `${path}.norm_2`, x)));
  }
  return { logits: linear(tensors, "tok_emb", wrong === "norm=last" ? x : norm(tensors, "final_norm", x)), maps };
}

/**
 * A Transformer of four heads in each layer. The source is read at once; what is returned
 * takes the target so far.
 * @param {Tensors} tensors
 * @param {number[]} source
 * @param {Switches} [switches]
 * @returns {(target: number[]) => Result}
 */
export function translator(tensors, source, { cut = new Set(), hidden = new Set() } = {}) {
  const { maps, attend } = attentionOf(tensors, 4, cut);
  let x = embed(tensors, "source_emb", "source_positions", source);
  for (const path of layersOf(tensors, "encoder")) {
    const normed = norm(tensors, `${path}.norm_1`, x);
    x = add(x, attend(`${path}.attention`, normed, normed, () => true));
    x = add(x, feedForward(tensors, `${path}.feed_forward`, norm(tensors, `${path}.norm_2`, x)));
  }
  const memory = norm(tensors, "encoder_norm", x);

  return (target) => {
    let y = embed(tensors, "target_emb", "target_positions", target);
    for (const path of layersOf(tensors, "decoder")) {
      const normed = norm(tensors, `${path}.norm_1`, y);
      y = add(y, attend(`${path}.attention`, normed, normed, causal));
      const asking = norm(tensors, `${path}.norm_2`, y);
      y = add(y, attend(`${path}.cross_attention`, asking, memory, (_, place) => !hidden.has(place)));
      y = add(y, feedForward(tensors, `${path}.feed_forward`, norm(tensors, `${path}.norm_3`, y)));
    }
    return { logits: linear(tensors, "out_head", norm(tensors, "decoder_norm", y)), maps: { ...maps } };
  };
}

/**
 * @typedef {object} Writing
 * @property {number} start the id that stands before the first word
 * @property {number} end the id after which nothing is written
 * @property {number} [longest] how many words are written at most
 * @property {Record<number, number>} [given] by place, counted from 1: ids that are written whatever the logits
 */

/**
 * Write word by word the one with the largest logit. Row i of the logits, and of the maps
 * of the decoder, is what `written[i]` was taken from.
 * @param {Tensors} tensors
 * @param {number[]} source
 * @param {Writing & Switches} how
 * @returns {{written: number[]} & Result}
 */
export function translate(tensors, source, { start, end, longest = 8, given = {}, ...switches }) {
  const decode = translator(tensors, source, switches);
  const target = [start];
  for (;;) {
    const { logits, maps } = decode(target);
    const row = logits[target.length - 1];
    const next = given[target.length] ?? best(row);
    const written = [...target.slice(1), next];
    if (next === end || written.length >= longest) return { written, logits, maps };
    target.push(next);
  }
}
