/** Rows of weights that code has drawn, of which a reader chooses one at a time. */

import { draw, make, set } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { best } from "../kit/numbers.js";
import { weightBars } from "./bars.js";
import { chooser } from "./chooser.js";

/** @import { Data } from "../kit/start.js" */

/**
 * What was drawn: one heatmap, or several with the same names.
 * @typedef {object} Rows
 * @property {string[]} rows
 * @property {string[]} columns
 * @property {{weights: number[][], texts: string[][]}[]} parts
 */

/** @param {Data} data @returns {Rows} */
export function read({ blocks: [drawn] }) {
  const [{ rows, columns }] = drawn;
  /** @template Of @param {Of[]} cells @returns {Of[][]} */
  const matrix = (cells) => rows.map((/** @type {string} */ _, /** @type {number} */ row) => cells.slice(row * columns.length, (row + 1) * columns.length));
  const parts = drawn.map((/** @type {{values: number[], texts: string[]}} */ { values, texts }) => ({ weights: matrix(values), texts: matrix(texts) }));
  return { rows, columns, parts };
}

/** What is largest in a row of each part. @param {Rows} of @param {string[]} titles @param {number} row */
export const said = ({ rows, columns, parts }, titles, row) =>
  `${rows[row]}: ${parts.map(({ texts, weights }, part) => {
    const place = best(weights[row]);
    return `${columns[place]} gets ${texts[row][place]}${titles.length > 1 ? ` in ${titles[part]}` : ""}`;
  }).join(", ")}`;

/**
 * All rows at once: a line from each to the columns, as wide as its weight. The row that
 * asks stands out.
 * @param {Rows} of
 */
function allLines({ rows, columns, parts: [{ weights }] }) {
  const each = weights.map((row, from) => {
    const across = `${(100 * (from + 1)) / (rows.length + 1)}%`;
    const lines = row.map((weight, to) => draw("line", {
      x1: "42%", y1: across, x2: "100%", y2: `${(100 * (to + 0.5)) / columns.length}%`,
      "stroke-width": 6 * weight,
    }));
    return draw("g", {}, ...lines, draw("text", { x: "38%", y: across }, rows[from]));
  });
  const element = draw("svg", { class: "all", "aria-hidden": "true" }, ...each);
  /** @param {number} asks */
  const show = (asks) => each.forEach((row, place) => set(row, { class: place === asks ? "asks" : "" }));
  return { element, show };
}

/** @param {string} asks the question that chooses a row @param {...string} titles of the heatmaps */
export const rows = (asks, ...titles) => (/** @type {HTMLElement} */ root, /** @type {string} */ home, /** @type {Data} */ data) => {
  const of = read(data);
  const tables = titles.map((title) => weightBars(of.columns, title));
  const all = tables.length === 1 ? allLines(of) : undefined;
  /** @type {Frame<number>} */
  const frame = new Frame(root, home, {
    label: asks, first: of.rows.indexOf(data.opens), from: data.from, always: "Printed by code that was run: ",
    says: (row) => said(of, titles, row),
    put(row) {
      words.show(row);
      all?.show(row);
      of.parts.forEach(({ weights, texts }, part) =>
        tables[part].show(weights[row], (word) => weights[row][word] === 0, texts[row]));
    },
  });
  const words = chooser(of.rows, asks, (place) => frame.change(place));
  frame.begin([words.element], [
    make("div", { className: "parts" }, ...(all ? [all.element] : []),
      ...tables.map(({ element }) => make("div", { className: "of-weights" }, element))),
  ]);
};
