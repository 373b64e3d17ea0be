/** From one state to the next, and the state as an address. */

import { Refused, readNumber } from "./numbers.js";

/** @import { Head, Point, State } from "./head.js" */

export const MOST = 4; // the length of the longest query
/** What scores may be divided by: in the address, in code, and in words. */
export const DIVISORS = [
  { name: "1", code: "", value: 1, words: "1: not divided" },
  { name: "root", code: " / 2**0.5", value: Math.SQRT2, words: "\u221a2: the root of d_k" },
  { name: "2", code: " / 2", value: 2, words: "2: d_k itself" },
  { name: "4", code: " / 4", value: 4, words: "4" },
];
const HASH = /^asks=(\d+)&query=([^&]*),([^&]*)&divisor=(\w+)&causal=([01])$/;

/** @param {number} number */
const rounded = (number) => Math.round(number * 100) / 100 || 0; // no negative zero

/** @param {number} number */
const exact = (number) => String(rounded(number));

/** A query in hundredths, no longer than the longest. @param {Point} query @returns {Point} */
export function within([x, y]) {
  const length = Math.hypot(x, y);
  if (length <= MOST) return [rounded(x), rounded(y)];
  const [across, up] = [(x * MOST) / length, (y * MOST) / length];
  return [Math.trunc(across * 100) / 100 || 0, Math.trunc(up * 100) / 100 || 0];
}

/** A word asks, with its own query. @param {Head} head @param {State} state @param {number} word @returns {State} */
export function withWord({ queries }, state, word) {
  const [x, y] = queries[word];
  return { ...state, asks: word, query: [x, y] };
}

/** @param {Head} head @returns {State} */
export function opening(head) {
  const divisor = Math.SQRT2;
  const state = { asks: 0, query: /** @type {Point} */ ([0, 0]), divisor, causal: false };
  return withWord(head, state, head.words.indexOf(head.opens.word));
}

/** @param {State} state */
export const divisorOf = ({ divisor }) =>
  DIVISORS.find(({ value }) => value === divisor) || DIVISORS[1];

/** The state as the part of an address behind the hash. @param {State} state */
export function encode(state) {
  const query = state.query.map(exact).join(",");
  return `asks=${state.asks}&query=${query}&divisor=${divisorOf(state).name}&causal=${Number(state.causal)}`;
}

/** The state of an address; throws Refused if it was altered. @param {Head} head @param {string} hash @returns {State} */
export function decode(head, hash) {
  const [, asks, x, y, name, causal] = HASH.exec(hash) || [];
  const divisor = DIVISORS.find((each) => each.name === name);
  if (!divisor || Number(asks) >= head.words.length)
    throw new Refused("address", "The address was altered, and is not taken.");
  /** @param {string} text */
  const read = (text) => readNumber(text, "address", -MOST, MOST);
  const query = within([read(x), read(y)]);
  return { asks: Number(asks), query, divisor: divisor.value, causal: causal === "1" };
}
