/** Arithmetic of the figures, rounded as torch's float32 is; and numbers that are refused. */

/** @typedef {number[][]} Matrix one row a word */

/** Something that is refused: where it stands, and why. */
export class Refused extends Error {
  /** @param {string} field @param {string} message */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/** @param {string} text @param {string} field @param {number} least @param {number} most */
export function readNumber(text, field, least, most) {
  const plain = text.trim();
  if (!/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(plain))
    throw new Refused(field, `\u201c${plain.slice(0, 20)}\u201d is not a number.`);
  const number = Number(plain);
  if (number < least || number > most)
    throw new Refused(field, `${plain} is not between ${least} and ${most}.`);
  return number || 0; // no negative zero
}

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
