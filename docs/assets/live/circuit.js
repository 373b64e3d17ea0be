/** The two hops of an induction circuit: which weights they are, and how they are told. */

import { best } from "../kit/numbers.js";

/** @import { Maps } from "./engine.js" */
/** @typedef {{found: number, before: number, toFound: number, toBefore: number}} Hops positions, and weights */

// The heads of the circuit.
export const BACK = "layers.0:0";
export const COPY = "layers.1:0";

/** What the second head attends to most from a query, and what the first did from there. @param {Maps} maps @param {number} query @returns {Hops} */
export function hopsOf(maps, query) {
  const second = maps["layers.1"][0][query];
  const found = best(second);
  const first = maps["layers.0"][0][found];
  const before = best(first);
  return { found, before, toFound: second[found], toBefore: first[before] };
}

/** What followed a number in the first copy; nothing after the last. @param {number[]} first @param {number} number @returns {number | undefined} */
export const answer = (first, number) => first[first.indexOf(number) + 1];

/**
 * What it said after a number, and what followed the first time.
 * @param {number} number @param {number} said @param {number | undefined} right
 */
export function verdict(number, said, right) {
  const says = `After ${number}, it says ${said}`;
  if (right === undefined) return `${says}. In the first copy nothing followed ${number}.`;
  return said === right ? `${says}: right.` : `${says}: wrong, ${right} followed in the first copy.`;
}

/**
 * The two hops in words.
 * @param {Hops} hops @param {number[]} numbers both copies @param {number} query @param {Set<string>} cut
 */
export function told({ found, before, toFound, toBefore }, numbers, query, cut) {
  /** @param {string} head */
  const gone = (head) => (cut.has(head) ? " That head is cut." : "");
  const inSecond = found >= numbers.length / 2 ? " in the second copy" : "";
  const place = before === found - 1 ? " before it" : before === found ? ", itself" : "";
  return [
    `Layer 0: ${numbers[found]} attends to ${numbers[before]}${place} (${toBefore.toFixed(2)}).${gone(BACK)}`,
    `Layer 1: ${numbers[query]} attends to ${numbers[found]}${inSecond} (${toFound.toFixed(2)}).${gone(COPY)}`,
  ];
}

/** Heads in the lesson's words: "layer 0, head 0". @param {Set<string>} cut */
export const named = (cut) => [...cut].sort().map((key) => key.replace("layers.", "layer ").replace(":", ", head ")).join(" and ");
