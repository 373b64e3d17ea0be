/** Heads that share keys and values: from a group for each head to one for all. */

import { draw, make, set, write } from "../kit/elements.js";
import { numbers, of, stepped } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

const WIDE = 20; // units for each head

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function grouped(root, home, { blocks: [rows], from }) {
  const sizes = rows.map(numbers).map(([groups, size]) => ({ groups: Number(groups), size }));
  const heads = sizes[0].groups;
  const most = Number(sizes[0].size);
  const svg = draw("svg", { viewBox: `0 0 ${heads * WIDE} 120`, "aria-hidden": "true" });
  const lines = Array.from({ length: heads }, () => draw("path"));
  svg.append(...lines, ...lines.map((_, head) => draw("rect", { class: "head", x: head * WIDE + 2, y: 0, width: 16, height: 24, rx: 4 })));
  const pairs = lines.map(() => ["key", "value"].map((kind) => of(draw("rect", { y: 90, width: 8, height: 28, rx: 2 }), kind)));
  svg.append(...pairs.flat());
  const name = make("span");
  const size = make("b", { className: "big" });
  const bar = make("i");
  const meter = make("div", { className: "gib" }, size, make("span", { className: "meter" }, bar));
  const title = make("p", { className: "title" }, of(make("b", { textContent: `${heads} heads, each with its own query` }), "query"));
  const stage = make("div", {}, title, svg, make("p", { className: "title" }, name), meter);

  /** @param {number} groups */
  const called = (groups) => (groups === heads ? "multi-head attention" : groups === 1 ? "multi-query attention" : "grouped-query attention");
  stepped(root, home, [stage], {
    label: "Fewer groups of keys and values", steps: "Fewer groups", first: 0, last: sizes.length - 1, from,
    opens: sizes.findIndex(({ groups }) => groups === 8),
    name: (step) => `${sizes[step].groups} ${sizes[step].groups === 1 ? "group" : "groups"}`,
    says(step) {
      const { groups, size } = sizes[step];
      const each = heads / groups;
      const who = groups === 1 ? "One key and value serve all heads" : each === 1 ? "Each head has its own key and value" : `${each} heads share a key and a value`;
      return `${who}: ${called(groups)}. The cache takes ${size} GiB. There are still ${heads} queries, so as many scores as before.`;
    },
    show(step) {
      const { groups, size: gib } = sizes[step];
      const each = heads / groups;
      /** The middle of a group. @param {number} group */
      const middle = (group) => (group + 0.5) * each * WIDE;
      lines.forEach((line, head) => set(line, { d: `M${(head + 0.5) * WIDE} 24L${middle(Math.floor(head / each))} 90` }));
      pairs.forEach((pair, group) => pair.forEach((rect, place) => {
        rect.toggleAttribute("hidden", group >= groups);
        if (group < groups) set(rect, { x: middle(group) - 9 + 10 * place });
      }));
      name.replaceChildren(`${groups} ${groups === 1 ? "group" : "groups"}: `, of(make("b", { textContent: "keys" }), "key"), " and ", of(make("b", { textContent: "values" }), "value"), " in the cache");
      write(size, `${gib} GiB`);
      bar.style.setProperty("--part", String(Number(gib) / most));
    },
  });
}
