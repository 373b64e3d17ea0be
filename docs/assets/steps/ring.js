/** Blocks of keys go round a ring of ranks: which pairs each computes, step by step. */

import { make, write } from "../kit/elements.js";
import { chip, numbers, of, stepped } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

/**
 * A division of the pieces among ranks: of each rank its pieces, and its pairs with each
 * block that comes by.
 * @typedef {{way: string, pieces: number[][], pairs: number[][]}} Division
 */

/** Whose block a rank has after so many steps. @param {number} rank @param {number} step @param {number} ranks */
export const source = (rank, step, ranks) => (rank - step + ranks) % ranks;

/** Which rank has each piece. @param {number[][]} pieces */
export const owners = (pieces) => pieces.flat().map((_, piece) => pieces.findIndex((each) => each.includes(piece)));

/** The lines of one division, as they were printed. @param {Lines} lines @returns {Division} */
export function division(lines) {
  const rows = lines.map((line) => numbers(line).map(Number));
  return { way: lines[0][0], pieces: rows.map((row) => row.slice(1, 3)), pairs: rows.map((row) => row.slice(3, -1)) };
}

/** @param {number[]} all */
const listed = (all) => `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function ring(root, home, { blocks: [lines], from }) {
  const ranks = lines.length / 2;
  const ways = [lines.slice(0, ranks), lines.slice(ranks)].map(division);
  const sizes = ways[0].pieces.flat().map((_, piece) => piece);
  const whole = Math.max(...ways.flatMap(({ pairs }) => pairs.map((row) => row.reduce((a, b) => a + b))));
  const [side, top] = ["query", "key"].map((kind) => sizes.map(() => of(make("span", { className: "chip" }), kind)));
  const tiles = sizes.map((row) => sizes.map((column) =>
    of(make("span", { className: `tile${row === column ? " half" : ""}` }), "context")));
  const square = make("div", { className: "square around" }, make("span"), ...top, ...sizes.flatMap((row) => [side[row], ...tiles[row]]));
  const rows = Array.from({ length: ranks }, (_, rank) => {
    const [held, now, sum] = [0, 1, 2].map(() => make("span"));
    const bar = make("i");
    const name = of(chip(`rank ${rank}`), "context");
    name.dataset.rank = String(rank);
    return { held, now, sum, bar, parts: [name, held, now, make("span", { className: "meter" }, bar), sum] };
  });
  const head = ["", "has keys of", "pairs", "", "so far"].map((textContent) => make("span", { className: "corner", textContent }));
  const beside = make("div", { className: "by-rank around" }, ...head, ...rows.flatMap(({ parts }) => parts));
  const stage = make("div", { className: "two" }, square, beside);
  stage.ariaHidden = "true"; // its sentence says it
  const title = make("b");
  const at = (/** @type {number} */ step) => ({ ...ways[Math.floor(step / ranks)], turn: step % ranks });

  stepped(root, home, [make("p", { className: "title" }, title, " \u00b7 rows are queries, columns keys"), stage], {
    label: "Blocks of keys go round", steps: "Steps", first: 0, last: 2 * ranks - 1, opens: 1, from,
    name: (step) => `${at(step).way}, block ${at(step).turn + 1}`,
    says(step) {
      const { way, pairs, turn } = at(step);
      const sums = pairs.map((row) => row.slice(0, turn + 1).reduce((a, b) => a + b));
      return `In the ${way} order, block ${turn + 1} of ${ranks}: the ranks compute ${listed(pairs.map((row) => row[turn]))} pairs. So far, they have ${listed(sums)}.`;
    },
    show(step) {
      const { way, pieces, pairs, turn } = at(step);
      const owner = owners(pieces);
      write(title, way);
      [side, top].forEach((chips) => chips.forEach((each, piece) => {
        write(each, String(owner[piece]));
        each.dataset.rank = String(owner[piece]);
      }));
      tiles.forEach((row, query) => row.forEach((tile, key) => {
        const when = source(owner[query], owner[key], ranks);
        tile.dataset.rank = String(owner[query]);
        tile.dataset.state = key > query ? "absent" : when === turn ? "now" : when < turn ? "gone" : "";
      }));
      rows.forEach(({ held, now, sum, bar }, rank) => {
        const so = pairs[rank].slice(0, turn + 1).reduce((a, b) => a + b);
        write(held, `rank ${source(rank, turn, ranks)}`);
        write(now, String(pairs[rank][turn]));
        write(sum, String(so));
        bar.style.setProperty("--part", String(so / whole));
      });
    },
  });
}
