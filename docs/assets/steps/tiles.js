/** A tile walks over the matrix of scores: what is held, and what comes out of it. */

import { make, write } from "../kit/elements.js";
import { cell, chip, numbers, of, put, stepped, strength, written } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */
/** @typedef {{most: number, before: number, sum: number, gathered: number[]}} Row what is held of a query */

const SIZE = 2;

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a.reduce((sum, each, at) => sum + each * b[at], 0);

/** Which queries, or keys, a block has. @param {number} block */
const range = (block) => Array.from({ length: SIZE }, (_, at) => block * SIZE + at);

/**
 * What is held after so many tiles: the scores of the last, and of each query its row.
 * @param {number[][]} queries @param {number[][]} keys @param {number[][]} values @param {number} tiles
 */
export function walk(queries, keys, values, tiles) {
  const blocks = keys.length / SIZE;
  /** @type {Row[]} */
  const rows = queries.map(() => ({ most: -Infinity, before: -Infinity, sum: 0, gathered: values[0].map(() => 0) }));
  /** @type {Record<string, number>} */
  let scores = {};
  for (let tile = 0; tile < tiles; tile++) {
    const columns = range(tile % blocks);
    scores = {};
    for (const at of range(Math.floor(tile / blocks))) {
      const row = rows[at];
      const found = columns.map((column) => dot(queries[at], keys[column]) / Math.sqrt(queries[at].length));
      columns.forEach((column, place) => { scores[`${at} ${column}`] = found[place]; });
      row.before = row.most;
      row.most = Math.max(row.most, ...found);
      const shrink = Math.exp(row.before - row.most);
      const shares = found.map((score) => Math.exp(score - row.most));
      row.sum = row.sum * shrink + shares.reduce((a, b) => a + b);
      row.gathered = row.gathered.map((each, place) => each * shrink + dot(shares, columns.map((column) => values[column][place])));
    }
  }
  return { rows, scores };
}

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines, Lines]>} data */
export function tiles(root, home, { blocks: [vectors, results], from }) {
  const lines = vectors.filter((line) => numbers(line).length);
  const words = lines.map(([word]) => word);
  const [queries, keys, values] = [0, 2, 4].map((at) => lines.map((line) => numbers(line).slice(at, at + 2).map(Number)));
  const contexts = results.map(numbers).filter((line) => line.length === 4).map((line) => line.slice(0, 2));
  const blocks = words.length / SIZE;
  const all = words.length ** 2;
  const held = SIZE * SIZE + SIZE * 4;

  const cells = words.map(() => words.map(() => make("span", { className: "tile" }, make("span"))));
  const side = words.map((word) => chip(word, "query"));
  const top = words.map((word) => {
    const each = chip("", "key");
    each.append(make("span", { textContent: word }));
    return each;
  });
  const strips = words.map(() => ["score", "weight", "value", "value"].map((kind) => cell(kind)));
  const walked = make("div", { className: "walk" },
    make("span", { className: "corner", textContent: "scores" }), ...top, ...["max", "sum", "gathered"].map((text) => make("span", { className: `corner ${text}`, textContent: text })),
    ...words.flatMap((_, at) => [side[at], ...cells[at], ...strips[at]]));
  walked.ariaHidden = "true";
  const meters = [`plain attention holds`, "tile and rows hold"].map((text) => {
    const number = make("b", { className: "big" });
    const bar = make("i");
    return { number, bar, row: [make("span", { textContent: text }), number, make("span", { className: "meter" }, bar)] };
  });

  stepped(root, home, [walked, make("div", { className: "meters" }, ...meters.flatMap(({ row }) => row))], {
    label: "Attention in tiles", steps: "Tiles so far", first: 1, last: blocks * blocks, opens: blocks + 2, from, computes: true,
    name: (step) => `tile ${step}`,
    says(step) {
      const [block, column] = [Math.floor((step - 1) / blocks), (step - 1) % blocks];
      const { rows } = walk(queries, keys, values, step);
      const grown = range(block).find((at) => column && rows[at].before < rows[at].most);
      /** @param {number} block */
      const both = (block) => range(block).map((at) => `\u201c${words[at]}\u201d`).join(" and ");
      const what = column === blocks - 1 ? "What was gathered, divided by the sum, is the context vector."
        : grown !== undefined ? `The maximum of \u201c${words[grown]}\u201d grows, so its sum and what it gathered shrink first.`
          : column ? "No maximum grows, so the tile is just added." : "The first tile of these queries.";
      return `Tile ${step}: the queries of ${both(block)} meet the keys of ${both(column)}. ${what}`;
    },
    show(step) {
      const [block, column] = [Math.floor((step - 1) / blocks), (step - 1) % blocks];
      const { rows, scores } = walk(queries, keys, values, step);
      words.forEach((_, at) => {
        words.forEach((_, key) => {
          const score = scores[`${at} ${key}`];
          const order = Math.floor(at / SIZE) * blocks + Math.floor(key / SIZE);
          const each = cells[at][key];
          each.dataset.state = score !== undefined ? "now" : order < step ? "gone" : "";
          write(/** @type {Element} */ (each.firstElementChild), score === undefined ? "" : written(score, 1));
          strength(each, (score ?? 0) / 5);
        });
        const mine = Math.floor(at / SIZE);
        const done = mine < block || (mine === block && column === blocks - 1);
        const { most, sum, gathered } = rows[at];
        [most, sum, ...(done ? contexts[at] : gathered)].forEach((number, place) => {
          const each = strips[at][place];
          each.dataset.state = mine === block || (done && place > 1) ? "" : "absent";
          if (place > 1) of(each, done ? "context" : "value");
          if (each.dataset.state === "") put(each, number, 4);
        });
        strength(side[at], mine === block ? 1 : 0);
        strength(top[at], Math.floor(at / SIZE) === column ? 1 : 0);
      });
      [step * SIZE * SIZE, held].forEach((count, at) => {
        write(meters[at].number, String(count));
        meters[at].bar.style.setProperty("--part", String(count / all));
      });
    },
  });
}
