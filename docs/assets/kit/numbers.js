/** Arithmetic of the figures. */

/** @typedef {number[][]} Matrix one row a word */

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export const dot = (a, b) => Array.from(a).reduce((sum, each, place) => sum + each * b[place], 0);

/** The sum of rows, each times its number. @param {number[]} numbers @param {Matrix} rows */
export const mixed = (numbers, rows) =>
  rows[0].map((_, column) => dot(numbers, rows.map((row) => row[column])));

/** Positive shares that sum to one. @param {Iterable<number>} scores */
export function softmax(scores) {
  const all = [...scores];
  const largest = Math.max(...all);
  const powers = all.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** Where the largest number is. @param {ArrayLike<number>} row */
export const best = (row) => Array.from(row).indexOf(Math.max(...Array.from(row)));
