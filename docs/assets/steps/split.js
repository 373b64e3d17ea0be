/** One matrix, split into heads and joined again: its pieces move, its numbers stay. */

import { make, write } from "../kit/elements.js";
import { chip, numbers, of, stepped, strength, strip, written } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */
/** @typedef {[number, number, number?]} At from the left and from the top, in rem; and what is as wide on a small screen */

const HEADS = 2;
const ROW = 1.35;
const PIECE = 3.95;
const LABEL = 3.4;

/** Where the piece of a word for a head is: in the matrix, in its word, in its head. */
export const PLACES = /** @type {Record<string, (word: number, head: number) => At>} */ ({
  rows: (word, head) => [5.6, (word + 1) * ROW, head * PIECE],
  words: (word, head) => [0.6 + (word % 3) * 5.5, ROW + Math.floor(word / 3) * 4.2 + head * 1.3],
  heads: (word, head) => [LABEL + head * 8.4, (word + 1) * ROW],
});

/** What is done, the shape that it gives, its axes, where the pieces are, and what it means. */
export const STEPS = [
  { does: "W_query(x)", shape: [6, 4], axes: "words, columns", place: "rows", says: "One product makes the queries of both heads: four numbers for each word." },
  { does: "view(6, 2, 2)", shape: [6, 2, 2], axes: "words, heads, columns of a head", place: "words", says: "view cuts each row in two. Each word has a piece for head 0, and below it one for head 1." },
  { does: "transpose(0, 1)", shape: [2, 6, 2], axes: "heads, words, columns of a head", place: "heads", says: "transpose puts the heads first. Each head has the pieces of all six words." },
  { does: "attention", shape: [2, 6, 2], axes: "heads, words, columns of a head", place: "heads", says: "Each head attends with its own queries, keys and values: a context vector of two numbers for each word." },
  { does: "transpose(0, 1)", shape: [6, 2, 2], axes: "words, heads, columns of a head", place: "words", says: "transpose puts the words first again. Each word has a piece from each head." },
  { does: "contiguous().view(6, 4)", shape: [6, 4], axes: "words, columns", place: "rows", says: "After a copy in this order, view reads the two pieces of a word as one row." },
  { does: "out_proj", shape: [6, 4], axes: "words, columns", place: "rows", says: "out_proj mixes the columns, so that a number can depend on both heads." },
];

/** Which of three matrices is shown: the queries, the contexts, the results. @param {number} step */
const shown = (step) => (step < 3 ? 0 : step < STEPS.length - 1 ? 1 : 2);

/** @param {HTMLElement} element @param {At} at */
function move(element, [x, y, more = 0]) {
  element.style.transform = `translate(calc(var(--narrow, 1) * ${x}rem + ${more}rem), ${y}rem)`;
}

/** @param {HTMLElement} root @param {string} home @param {Data<[[string[], ...Lines]]>} data */
export function split(root, home, { blocks: [[words, ...lines]], from }) {
  const rows = lines.map(numbers);
  const each = rows[0].length / HEADS;
  const matrices = [0, 1, 2].map((at) => rows.slice(at * words.length, (at + 1) * words.length));
  const pieces = words.flatMap((word, at) => [0, 1].map((head) => ({ at, head, label: chip(word), strip: strip(rows[at].slice(0, each), "query") })));
  const names = [0, 1].map((head) => make("b", { className: "of-head", textContent: `head ${head}` }));
  const pane = make("div", { className: "pieces" }, ...names, ...pieces.flatMap(({ label, strip }) => [label, strip]));
  const [code, shape, axes] = [make("code"), make("b", { className: "big" }), make("span")];
  const stage = make("div", { className: "split" }, make("p", { className: "told" }, code, shape, axes), pane);
  stage.ariaHidden = "true"; // its sentence says it

  stepped(root, home, [stage], {
    label: "One matrix, split into heads", steps: "Steps", first: 1, last: STEPS.length, opens: 3, from,
    name: (step) => STEPS[step - 1].does,
    says: (step) => STEPS[step - 1].says,
    show(step) {
      const { does, shape: sizes, axes: named, place: where } = STEPS[step - 1];
      const matrix = shown(step - 1);
      write(code, does);
      write(shape, `(${sizes.join(", ")})`);
      write(axes, named);
      names.forEach((name, head) => {
        name.dataset.state = where === "words" || matrix === 2 ? "absent" : "";
        const [x, , more] = PLACES[where](0, head);
        move(name, [x, 0, more]);
      });
      for (const { at, head, label, strip } of pieces) {
        const [x, y, more] = PLACES[where](at, head);
        move(strip, [x, y, more]);
        move(label, where === "words" ? [x, y - (head + 1) * 1.25] : [x - LABEL, y]);
        label.dataset.state = head && where !== "heads" ? "absent" : "";
        const kind = ["query", "context", "control"][matrix];
        of(strip, kind);
        strip.querySelectorAll("span").forEach((cell, place) => {
          of(cell, kind);
          write(cell, written(matrices[matrix][at][head * each + place]));
          strength(cell, matrix === 2 ? 0 : 0.2 + 0.8 * head);
        });
      }
    },
  });
}
