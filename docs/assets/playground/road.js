/**
 * The arithmetic of the playground: from words to context vectors, and every step, rounded
 * as torch's float32 is, so that the last digits that are shown agree too.
 */

/** @typedef {number[][]} Matrix one row a word, or a row of a weight matrix */

/**
 * What a reader sets. A head is a place in the three lists of weight matrices, each
 * `width` × 3 as nn.Linear stores them.
 * @typedef {object} State
 * @property {string[]} words
 * @property {Matrix} embeddings words × 3
 * @property {Matrix[]} queries
 * @property {Matrix[]} keys
 * @property {Matrix[]} values
 * @property {number} width of each head: `d_out`
 * @property {boolean} positions whether places are added
 * @property {boolean} scaling whether scores are divided by the root of `width`
 * @property {boolean} causal whether later words are hidden
 * @property {number} temperature by which scores are divided, too
 */

/**
 * @typedef {object} Head what one head computes
 * @property {Matrix} Q
 * @property {Matrix} K
 * @property {Matrix} V
 * @property {Matrix} scores
 * @property {Matrix} scaled
 * @property {Matrix} masked
 * @property {Matrix} weights
 * @property {Matrix} contexts
 */

/** @typedef {{X: Matrix, heads: Head[], Z: Matrix}} Road */

const float = Math.fround;

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) =>
  a.reduce((sum, each, place) => float(sum + float(float(each) * float(b[place]))), 0);

/** Every row of `a` with every row of `b`: a bᵀ. @param {Matrix} a @param {Matrix} b */
export const rowsWithRows = (a, b) => a.map((row) => b.map((other) => dot(row, other)));

/** @param {Matrix} a */
export const transposed = (a) => a[0].map((_, column) => a.map((row) => row[column]));

/** Positive shares that sum to one. @param {number[]} scores */
export function softmax(scores) {
  const largest = Math.max(...scores);
  const powers = scores.map((score) => float(Math.exp(float(score - largest))));
  const sum = powers.reduce((a, b) => float(a + b), 0);
  return powers.map((power) => float(power / sum));
}

/** What scores are divided by. @param {State} state */
const divisor = ({ scaling, width, temperature }) =>
  (scaling ? Math.sqrt(width) : 1) * temperature;

/** Whether a word is hidden from another. @param {State} state @param {number} query @param {number} key */
export const hidden = ({ causal }, query, key) => causal && key > query;

/**
 * One head.
 * @param {State} state
 * @param {Matrix} X
 * @param {number} place of the head
 * @returns {Head}
 */
function oneHead(state, X, place) {
  const Q = rowsWithRows(X, state.queries[place]);
  const K = rowsWithRows(X, state.keys[place]);
  const V = rowsWithRows(X, state.values[place]);
  const scores = rowsWithRows(Q, K);
  const by = divisor(state);
  const scaled = scores.map((row) => row.map((score) => float(score / by)));
  const masked = scaled.map((row, query) =>
    row.map((score, key) => (hidden(state, query, key) ? -Infinity : score)));
  const weights = masked.map(softmax);
  const contexts = rowsWithRows(weights, transposed(V));
  return { Q, K, V, scores, scaled, masked, weights, contexts };
}

/**
 * The whole road.
 * @param {State} state
 * @param {Matrix} places one row for each place, as many as words or more
 * @returns {Road}
 */
export function road(state, places) {
  const X = state.embeddings.map((row, place) =>
    row.map((each, feature) =>
      float(float(each) + (state.positions ? float(places[place][feature]) : 0))));
  const heads = state.queries.map((_, place) => oneHead(state, X, place));
  const Z = X.map((_, word) => heads.flatMap(({ contexts }) => contexts[word]));
  return { X, heads, Z };
}
