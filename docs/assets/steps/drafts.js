/** Drafts fall below q; those that are below p as well are kept, the others replaced. */

import { make, write } from "../kit/elements.js";
import { chip, of, stepped } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

/** A line that was printed. @param {string[]} line */
export function draft([word, number, what, written]) {
  return { word, number, kept: what === "kept", written };
}

/** How often each word was written in the first drafts. @param {ReturnType<typeof draft>[]} drafts @param {string[]} words */
export const tally = (drafts, words) => words.map((word) => drafts.filter(({ written }) => written === word).length);

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function drafts(root, home, { blocks: [[[, ...p], [, ...q], ...lines]], from }) {
  const all = lines.map(draft);
  const words = ["one", "step", "word"];
  const most = Math.max(...[...p, ...q].map(Number));
  const height = (/** @type {HTMLElement} */ element, /** @type {number} */ share) =>
    element.style.setProperty("--part", (share / most).toFixed(4));
  const columns = words.map((word, at) => {
    const parts = [of(make("i"), "weight"), of(make("i"), "context"), make("i", { className: "ghost" })];
    const sizes = [Number(q[at]), Math.min(Number(p[at]), Number(q[at])), Number(p[at])];
    parts.forEach((each, part) => height(each, sizes[part]));
    const tower = make("span", { className: "tower" }, ...parts);
    const count = make("span", { className: "told" });
    return { tower, count, column: make("span", { className: "column" }, tower, chip(word), count) };
  });
  const dots = all.map(({ word, number, kept }, at) => {
    const dot = make("b", { className: kept ? "dot" : "dot refused" });
    height(dot, Number(number) * Number(q[words.indexOf(word)]));
    dot.style.setProperty("--left", `${4 + ((at * 37) % 86)}%`); // apart
    columns[words.indexOf(word)].tower.append(dot);
    return dot;
  });
  const legend = [["weight", "q alone"], ["context", "both"]].map(([kind, text]) => make("span", {}, of(make("i", { className: "of" }), kind), text));
  const told = make("div", { className: "kept" }, ...legend, make("span", {}, make("i", { className: "of ghost" }), "p"));
  const stage = make("div", { className: "towers drafts" }, ...columns.map(({ column }) => column), told);
  stage.ariaHidden = "true"; // its sentence says it

  stepped(root, home, [stage], {
    label: "Drafts that are kept or replaced", steps: "Drafts", first: 1, last: all.length, opens: 1, from, computes: true,
    name: (step) => `draft ${step}`,
    says(step) {
      const { word, number, kept, written } = all[step - 1];
      const at = words.indexOf(word);
      const place = `Draft ${step} is \u201c${word}\u201d: ${number} \u00d7 ${q[at]} is ${kept ? "below" : "above"} p = ${p[at]}`;
      const so = tally(all.slice(0, step), words).map((count, each) => `${count} ${words[each]}`).join(", ");
      return `${place}, so it is ${kept ? "kept" : `replaced by \u201c${written}\u201d`}. Written so far: ${so}.`;
    },
    show(step) {
      dots.forEach((dot, at) => {
        dot.hidden = at >= step;
        dot.classList.toggle("now", at === step - 1);
      });
      const so = tally(all.slice(0, step), words);
      columns.forEach(({ count }, at) => write(count, `${so[at]} of ${step}`));
    },
  });
}
