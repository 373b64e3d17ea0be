/** Scores come one at a time: a running maximum, and a sum that shrinks when it grows. */

import { make, write } from "../kit/elements.js";
import { chip, numbers, of, stepped, written } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

/** The exponentials of the first scores, relative to their maximum; and the factor by which they shrank. @param {number[]} scores */
export function running(scores) {
  const most = Math.max(...scores);
  const before = Math.max(...scores.slice(0, -1));
  return { most, shrink: Math.exp(before - most), shares: scores.map((score) => Math.exp(score - most)) };
}

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function onePass(root, home, { blocks: [rows], from }) {
  const lines = rows.map(numbers);
  const last = lines.length - 1; // scores, then the weights twice
  const scores = lines.slice(0, last - 1).map(([score]) => Number(score));
  const weights = lines[last];
  const columns = scores.map((score) => {
    const parts = { ghost: make("i", { className: "ghost" }), bar: make("i"), number: make("span") };
    const tower = make("span", { className: "tower" }, ...Object.values(parts));
    return { ...parts, tower, column: make("span", { className: "column" }, tower, chip(String(score), "score")) };
  });
  const told = ["maximum", "sum"].map((name) => {
    const number = make("b", { className: "big" });
    return { number, row: make("span", { className: "told" }, name, number) };
  });
  const factor = make("span", { className: "factor" });
  const bars = make("div", { className: "towers" }, ...columns.map(({ column }) => column),
    make("div", { className: "kept" }, ...told.map(({ row }) => row), factor));
  bars.ariaHidden = "true";

  /** @param {number} step */
  function show(step) {
    const now = Math.min(step, last - 1);
    const { most, shrink, shares } = running(scores.slice(0, now));
    const before = now > 1 ? running(scores.slice(0, now - 1)).shares : [];
    const divided = step === last;
    columns.forEach(({ ghost, bar, number, column, tower }, at) => {
      column.dataset.state = at < now ? "" : "absent";
      of(tower, divided ? "weight" : "score");
      const share = divided ? Number(weights[at]) : shares[at] ?? 0;
      bar.style.setProperty("--part", share.toFixed(4));
      number.style.setProperty("--part", share.toFixed(4));
      write(number, divided ? weights[at] : share.toFixed(4));
      ghost.style.setProperty("--part", String(divided ? shares[at] : shrink < 1 ? before[at] ?? 0 : 0));
    });
    write(told[0].number, written(most, 0));
    write(told[1].number, lines[now - 1][2]);
    write(factor, divided ? "each bar \u00f7 sum" : now > 1 ? `old bars \u00d7 ${shrink.toFixed(4)}` : "\u00a0");
  }
  stepped(root, home, [bars], {
    label: "Softmax, score by score", steps: "Scores so far", first: 1, last, opens: last - 1, from, computes: true,
    name: (step) => (step === last ? "divided by the sum" : `score ${scores[step - 1]}`),
    says(step) {
      if (step === last) return `No score is left. Each bar, divided by the sum of all bars, is a weight: ${weights.join(", ")}.`;
      const { shrink, shares } = running(scores.slice(0, step));
      if (step === 1) return `The first score is the maximum so far, so its bar is 1.`;
      return shrink < 1
        ? `Score ${scores[step - 1]} is a new maximum, and its bar is 1. All bars before it shrink by the same factor, ${shrink.toFixed(4)}.`
        : `Score ${scores[step - 1]} is not a new maximum. Nothing shrinks, and its bar, ${shares[step - 1].toFixed(4)}, is added to the sum.`;
    },
    show,
  });
}
