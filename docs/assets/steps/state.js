/** Words arrive: a row of scores for each, or one more product in a state of fixed size. */

import { make, write } from "../kit/elements.js";
import { cell, chip, numbers, of, stepped, strength } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

/** The scores so far, after so many words. @param {number} words */
export const scored = (words) => (words * (words + 1)) / 2;

/** What a key and a value add to a state. @param {number[]} key @param {number[]} value */
export const outer = (key, value) => key.flatMap((each) => value.map((other) => each * other));

/** @param {HTMLElement} element @param {number} number @param {number} most */
function put(element, number, most) {
  write(element, String(number).replace("-", "\u2212"));
  strength(element, number / most);
}

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines, Lines]>} data */
export function state(root, home, { blocks: [triangle, rows], from }) {
  const words = rows.map(([word]) => word);
  const scores = triangle.slice(0, words.length).map((line) => numbers(line).map(Number));
  const lines = rows.map((line) => numbers(line).map(Number));
  const most = Math.max(...lines.flatMap((line) => line.slice(4).map(Math.abs)));

  /** Of each panel a number, what it counts, and what was read. @param {string} title @param {HTMLElement} body */
  function panel(title, body) {
    const big = make("b", { className: "big" });
    const sum = make("span");
    const read = [0, 1].map(() => cell("context"));
    const element = make("div", { className: "panel" },
      make("div", { className: "tally" }, big, make("span", {}, make("b", { textContent: title }), make("br"), sum)), body,
      make("div", { className: "reads" }, "reads ", of(make("span", { className: "strip" }, ...read), "context")));
    return { element, big, sum, read };
  }
  const chips = words.map((word) => chip(word, "query"));
  const tiles = words.map(() => words.map(() => of(make("span", { className: "tile" }), "score")));
  const square = panel("The square", make("div", { className: "square" }, ...words.flatMap((_, row) => [chips[row], ...tiles[row]])));
  const [key, value] = ["key", "value"].map((kind) => [cell(kind), cell(kind)]);
  const [added, kept] = [0, 1].map(() => [0, 1, 2, 3].map(() => cell("context")));
  const fixed = panel("The state", make("div", { className: "states" },
    make("span"), ...value, make("span"), make("span", { textContent: "the sum so far" }),
    key[0], ...added.slice(0, 2), make("span", { textContent: "\u2192" }), ...kept.slice(0, 2),
    key[1], ...added.slice(2), make("span"), ...kept.slice(2)));
  const panels = [square, fixed];
  const stage = make("div", { className: "two" }, ...panels.map(({ element }) => element));
  stage.ariaHidden = "true"; // its sentence says it
  stepped(root, home, [stage], {
    label: "The square and the state, word by word", steps: "Words so far", first: 1, last: words.length, from, computes: true,
    name: (step) => `after ${words[step - 1]}`,
    says(step) {
      const [x, y] = lines[step - 1].slice(8).map((number) => String(number).replace("-", "\u2212"));
      return `\u201c${words[step - 1]}\u201d arrives. The square has ${scored(step)} score${step > 1 ? "s" : ""}, and its cache ${2 * step} vectors. The state takes in key times value and still has 4 numbers. Both read ${x}, ${y}.`;
    },
    show(step) {
      const line = lines[step - 1];
      const add = outer(line.slice(0, 2), line.slice(2, 4));
      chips.forEach((each, row) => { each.dataset.state = row < step ? "" : "absent"; });
      tiles.forEach((row, at) => row.forEach((tile, place) => {
        tile.dataset.state = at >= step || place > at ? "absent" : at === step - 1 ? "now" : "gone";
        put(tile, scores[at][place], 6);
        if (tile.dataset.state !== "now") write(tile, "");
      }));
      write(square.big, String(scored(step)));
      write(square.sum, `score${step > 1 ? "s" : ""}, ${2 * step} vectors cached`);
      write(fixed.big, "4");
      write(fixed.sum, "numbers, after any word");
      [...key, ...value].forEach((each, at) => put(each, line[at], 4));
      added.forEach((each, at) => put(each, add[at], most));
      kept.forEach((each, at) => put(each, line[4 + at], most));
      panels.forEach(({ read }) => read.forEach((each, at) => put(each, line[8 + at], most)));
    },
  });
}
