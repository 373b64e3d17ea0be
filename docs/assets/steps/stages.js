/** What each rank keeps of weights, gradients and Adam's state, by the stages of ZeRO. */

import { make, write } from "../kit/elements.js";
import { counted, of, stepped } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

/** GB of weights, gradients and the optimizer's state on a rank, at a stage. @param {number[]} whole @param {number} stage @param {number} ranks */
export const kept = (whole, stage, ranks) => whole.map((size, part) => (stage >= 3 - part ? size / ranks : size));

/** @param {number} gb */
const short = (gb) => gb.toFixed(gb < 10 ? 2 : 1);

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function stages(root, home, { blocks: [[[billions, , , , ranks], first, ...others]], from }) {
  const whole = [2, 4, 6].map((place) => Number(first[place]));
  const all = whole.reduce((a, b) => a + b);
  const rows = [first, ...others].map((_, stage) => {
    const parts = whole.map((_, part) => of(make("i", { className: `kept-${part}` }), "context"));
    const total = make("b");
    return { parts, total, row: make("div", { className: "kept-row" },
      make("span", { textContent: `stage ${stage}` }), make("span", { className: "track" }, ...parts), total) };
  });
  const names = ["weights", "gradients", "state of Adam"].map((name, part) =>
    make("span", {}, of(make("i", { className: `kept-${part}` }), "context"), ` ${name}`));
  const legend = make("p", { className: "title kept-names" }, ...names);

  stepped(root, home, [legend, ...rows.map(({ row }) => row)], {
    label: "Memory of a rank", steps: "Ranks", first: 0, last: 10, opens: Math.log2(Number(ranks)), from, computes: true,
    name: (step) => `${2 ** step} ${step ? "ranks" : "rank"}`,
    says(step) {
      const [least, most] = [3, 0].map((stage) => kept(whole, stage, 2 ** step).reduce((a, b) => a + b));
      return `${billions} billion weights, ${counted(2 ** step)} ${step ? "ranks" : "rank"}: from ${short(most)} down to ${short(least)} GB on each.`;
    },
    show(step) {
      rows.forEach(({ parts, total }, stage) => {
        const sizes = kept(whole, stage, 2 ** step);
        sizes.forEach((size, part) => parts[part].style.setProperty("width", `${(100 * size) / all}%`));
        write(total, `${short(sizes.reduce((a, b) => a + b))} GB`);
      });
    },
  });
}
