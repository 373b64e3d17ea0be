/** From logits to a drawn word, as attention/models/sampling.py does it; and settings as an address. */

import { softmax } from "../kit/numbers.js";

/** @typedef {{temperature: number, k: number, p: number}} Settings an infinite k keeps all words */

/** @type {Readonly<Settings>} */
export const PLAIN = { temperature: 1, k: Infinity, p: 1 };

/**
 * The probability of each word after temperature, top-k and top-p; 0 if it is left out.
 * @param {ArrayLike<number>} logits @param {Settings} settings
 */
export function sampled(logits, { temperature, k, p }) {
  const scaled = Array.from(logits, (logit) => logit / temperature);
  const order = [...scaled.keys()].sort((a, b) => scaled[b] - scaled[a]).slice(0, k);
  const shares = softmax(order.map((id) => scaled[id]));
  let before = 0;
  const count = shares.findIndex((share) => p < 1 && (before += share) >= p) + 1 || order.length;
  const total = shares.slice(0, count).reduce((sum, share) => sum + share, 0);
  /** @type {number[]} */
  const found = new Array(scaled.length).fill(0);
  for (let place = 0; place < count; place++) found[order[place]] = shares[place] / total;
  return found;
}

/** The word on which a number from 0 to 1 falls. @param {number[]} shares @param {number} number */
export function drawn(shares, number) {
  let end = 0;
  const id = shares.findIndex((share) => (end += share) > number);
  return id < 0 ? shares.findLastIndex((share) => share > 0) : id;
}

/** As the part of an address from the hash on. @param {string[]} words @param {Settings} settings */
export const encode = (words, { temperature, k, p }) => `#${new URLSearchParams({
  text: words.join(" "),
  ...(temperature !== 1 && { temperature: String(temperature) }),
  ...(k < Infinity && { k: String(k) }),
  ...(p < 1 && { p: String(p) }),
})}`;

/**
 * What an address says; nothing if it has no text of words that are known.
 * @param {string} hash @param {string[]} vocabulary @param {number} most words that are read
 */
export function decode(hash, vocabulary, most) {
  const given = new URLSearchParams(hash.slice(1));
  const ids = (given.get("text") ?? "").toLowerCase().split(" ").map((word) => vocabulary.indexOf(word));
  if (ids.includes(-1)) return undefined;
  const [temperature, k, p] = ["temperature", "k", "p"].map((name) => Number(given.get(name)));
  return {
    ids: ids.slice(0, most),
    settings: { temperature: temperature > 0 ? temperature : 1, k: k >= 1 ? Math.floor(k) : Infinity, p: p > 0 && p < 1 ? p : 1 },
  };
}
