/** What four ranks have before and after each of five collectives. */

import { make, write } from "../kit/elements.js";
import { of, stepped } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

/**
 * What a collective did: to each rank, its numbers afterwards, and the bytes of one rank.
 * @typedef {{name: string, after: string[][], bytes: string}} Collective
 */

/** What each does, in a sentence. @type {Record<string, string>} */
const DOES = {
  broadcast: "every rank gets rank 0\u2019s strip",
  all_reduce: "every rank gets the sum of all strips",
  all_gather: "each rank passes one number, and every rank gets all of them",
  reduce_scatter: "each rank gets one number of the sum",
  all_to_all: "each rank gets, from every rank, the number meant for it",
};

/** A line that was printed. @param {string[]} line @returns {Collective} */
export function collective([name, ...rest]) {
  /** @type {string[][]} */
  const after = [[]];
  for (const part of rest.slice(0, -2)) {
    if (part === "|") after.push([]);
    else after.at(-1)?.push(part);
  }
  return { name, after: after.filter((each) => each.length), bytes: rest.at(-2) ?? "" };
}

/** Whose a number is: the rank that had it, or none if it is a sum. @param {string} number @param {number} ranks */
export function owner(number, ranks) {
  const rank = Math.floor(Number(number) / 10) - 1;
  return rank < ranks ? rank : -1;
}

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function collectives(root, home, { blocks: [lines], from }) {
  const all = lines.map(collective);
  const ranks = all[0].after.length;
  const strip = () => Array.from({ length: ranks }, () => make("span", { className: "cell" }));
  const before = all[0].after.map(strip);
  const after = all[0].after.map(strip);
  const put = (/** @type {HTMLElement} */ cell, /** @type {string} */ number) => {
    write(cell, number);
    cell.dataset.rank = number && String(owner(number, ranks));
  };
  before.forEach((cells, rank) => cells.forEach((cell, place) => put(cell, String(10 * (rank + 1) + place + 1))));
  const title = make("b");
  const row = (/** @type {Node[]} */ ...parts) => make("div", { className: "told-to" }, ...parts);
  const rows = before.map((cells, rank) => row(
    make("span", { textContent: `rank ${rank}` }), of(make("span", { className: "strip" }, ...cells), "control"),
    make("span", { textContent: "\u2192" }), of(make("span", { className: "strip" }, ...after[rank]), "control")));

  stepped(root, home, [make("p", { className: "title" }, title), ...rows], {
    label: "Five collectives", steps: "Collectives", first: 0, last: all.length - 1, opens: 1, from,
    name: (step) => all[step].name,
    says: (step) => `${all[step].name}: ${DOES[all[step].name]}. Each passes ${all[step].bytes} bytes.`,
    show(step) {
      const { name, after: results } = all[step];
      write(title, name);
      before.forEach((cells, rank) => cells.forEach((cell, place) =>
        cell.classList.toggle("kept", name === "broadcast" ? rank > 0 : name === "all_gather" && place !== rank)));
      after.forEach((cells, rank) => cells.forEach((cell, place) => put(cell, results[rank][place] ?? "")));
    },
  });
}
