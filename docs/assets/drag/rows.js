/** Rows of weights that code has drawn, of which a reader chooses one at a time. */

import { draw, make, set } from "../live/elements.js";
import { weightBars } from "./bars.js";
import { Frame, chooser } from "./frame.js";
import { Refused } from "./numbers.js";

/** @import { From } from "./frame.js" */

/**
 * What a snippet drew: one heatmap, or several with the same names.
 * @typedef {object} Rows
 * @property {string} asks the question that chooses a row
 * @property {number} first
 * @property {string[]} rows
 * @property {string[]} columns
 * @property {{title: string, texts: string[][], weights: number[][]}[]} parts
 * @property {From} from
 */

/** What is largest in a row of each part. @param {Rows} of @param {number} row */
export const said = ({ rows, columns, parts }, row) =>
  `${rows[row]}: ${parts.map(({ title, texts, weights }) => {
    const place = weights[row].indexOf(Math.max(...weights[row]));
    return `${columns[place]} gets ${texts[row][place]}${title && ` in ${title}`}`;
  }).join(", ")}`;

/** @param {Rows} of @param {string} hash */
export function decode({ rows }, hash) {
  const row = hash.replace("row=", "");
  if (!/^\d+$/.test(row) || Number(row) >= rows.length)
    throw new Refused("address", "The address was altered.");
  return Number(row);
}

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

/** @param {HTMLElement} root @param {string} home @param {Rows} of */
export function rows(root, home, of) {
  const tables = of.parts.map(({ title }) => weightBars(of.columns, title || undefined));
  const all = of.parts.length === 1 ? allLines(of) : undefined;
  /** @type {Frame<number>} */
  const frame = new Frame(root, home, {
    label: of.asks, key: "row", first: of.first, from: of.from, computes: false,
    encode: (state) => `row=${state}`,
    decode: (hash) => decode(of, hash),
    says: (state) => said(of, state),
    put(state) {
      words.show(state);
      all?.show(state);
      tables.forEach((table, part) => {
        const { weights, texts } = of.parts[part];
        table.show(weights[state], (word) => weights[state][word] === 0, texts[state]);
      });
    },
  });
  const words = chooser(of.rows, of.asks, (place) => frame.change(place));
  frame.begin([words.element], [
    make("div", { className: "parts" }, ...(all ? [all.element] : []),
      ...tables.map(({ element }) => make("div", { className: "of-weights" }, element))),
  ], () => undefined);
}
