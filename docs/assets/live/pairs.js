/** Pairs of a key and a value, as a reader writes them, and how their answers are told. */

/** @import { Rule } from "./memory.js" */
/** @typedef {[string, number]} Pair a key and its value */

/** The rules of a state, as they are called. @type {{rule: Rule, name: string}[]} */
export const STATES = [
  { rule: "delta", name: "the delta rule" },
  { rule: "decay", name: "a decaying sum" },
  { rule: "linear", name: "a sum" },
];

/** The value that each key has in the end, keys in the order of their first write. @param {Pair[]} writes */
export const contents = (writes) => new Map(writes);

/** A key that was not written yet, with any value. @param {Pair[]} writes @param {string[]} letters @param {() => number} random @returns {Pair} */
export function fresh(writes, letters, random) {
  const left = letters.filter((letter) => !contents(writes).has(letter));
  return [left[Math.floor(random() * left.length)], Math.floor(random() * letters.length)];
}

/** A key with a value that it never had. @param {Pair[]} writes @param {string} letter @param {number} count of values @param {() => number} random @returns {Pair} */
export function other(writes, letter, count, random) {
  const had = new Set(writes.filter(([each]) => each === letter).map(([, value]) => value));
  const left = Array.from({ length: count }, (_, value) => value).filter((value) => !had.has(value));
  return [letter, left[Math.floor(random() * left.length)]];
}

/** The likeliest values: "12 (0.99)", or "7 (0.50) and 12 (0.49)". @param {number[]} shares */
export function likeliest(shares) {
  return shares
    .map((share, value) => ({ share, value }))
    .filter(({ share }, _, all) => share >= 0.1 || share === Math.max(...all.map((each) => each.share)))
    .sort((a, b) => b.share - a.share)
    .slice(0, 3)
    .map(({ share, value }) => `${value} (${share.toFixed(2)})`)
    .join(" and ");
}

/**
 * What both memories answer, and whether it is right.
 * @param {Pair[]} writes @param {string} asked @param {Rule} rule
 * @param {number[]} state how likely each value is, read from the state @param {number[]} cache and from softmax's cache
 */
export function told(writes, asked, rule, state, cache) {
  const right = contents(writes).get(asked);
  const times = writes.filter(([letter]) => letter === asked).length;
  const name = STATES.find((each) => each.rule === rule)?.name ?? "";
  /** @param {number[]} shares */
  const verdict = (shares) => (shares.indexOf(Math.max(...shares)) === right ? "right" : "wrong");
  return `${asked} was written ${times === 1 ? "once" : times === 2 ? "twice" : `${times} times`}, last as ${right}. `
    + `The state, written by ${name}, reads ${likeliest(state)}: ${verdict(state)}. `
    + `Softmax reads ${likeliest(cache)}: ${verdict(cache)}.`;
}
