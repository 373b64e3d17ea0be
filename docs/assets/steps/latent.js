/** What is kept of a token: its keys and values for all heads, or the narrow passage to them. */

import { draw, make } from "../kit/elements.js";
import { counted, numbers, of, stepped } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

const WIDE = 640;
const STEPS = ["a token", "its latent vector", "keys and values", "keep them", "keep the latent vector"];

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function latent(root, home, { blocks: [rows], from }) {
  const lines = rows.map(numbers);
  const [wide, keys, values, small] = lines.slice(0, 4).map(([number]) => Number(number));
  const plain = keys + values;
  const sizes = lines.slice(4).map(([size]) => size);
  const length = counted(Number(lines[4][1]));
  const [token, neck, both] = [wide, small, keys].map((wide) => (WIDE * wide) / plain);
  /** A band of this width. @param {number} wide @param {number} y @param {number} high @param {string} kind */
  const band = (wide, y, high, kind) => of(draw("rect", { x: (WIDE - wide) / 2, y, width: wide, height: high }), kind);
  /** What leads from one width to another. @param {number} from @param {number} to @param {number} y */
  const fan = (from, to, y) => draw("path", { class: "fan", d: `M${(WIDE - from) / 2} ${y}H${(WIDE + from) / 2}L${(WIDE + to) / 2} ${y + 40}H${(WIDE - to) / 2}Z` });
  const parts = [
    [band(token, 0, 14, "")],
    [fan(token, neck, 14), draw("rect", { class: "neck", x: (WIDE - neck) / 2, y: 54, width: neck, height: 26 })],
    [fan(neck, WIDE, 80), band(WIDE, 120, 26, "key"), of(draw("rect", { x: both, y: 120, width: WIDE - both, height: 26 }), "value")],
  ];
  const svg = draw("svg", { viewBox: `0 0 ${WIDE} 146`, "aria-hidden": "true" }, ...parts.flat());
  const passage = make("div", { className: "passage" }, svg,
    make("span", { textContent: `token: ${counted(wide)}` }), make("span", { className: "of-neck", textContent: `latent: ${counted(small)}` }));
  const wideLabels = make("p", { className: "title" },
    ...[["keys", "key", keys], ["values", "value", values]].map(([name, kind, number]) => of(make("b", { textContent: `${name}: ${counted(Number(number))}` }), String(kind))));
  const meters = ["keys and values", "latent vectors"].map((name, at) => {
    const bar = make("i");
    bar.style.setProperty("--part", String(Number(sizes[at]) / Number(sizes[0])));
    return [make("span", { textContent: name }), make("b", { className: "big", textContent: `${sizes[at]} GB` }), make("span", { className: "meter" }, bar)];
  });
  const stage = make("div", {}, passage, wideLabels, make("div", { className: "meters" }, ...meters.flat()));
  stepped(root, home, [stage], {
    label: "The narrow passage", steps: "Steps", first: 0, last: STEPS.length - 1, from,
    name: (step) => STEPS[step],
    says: (step) => [
      `A token of DeepSeek-V3, ${counted(wide)} numbers in each layer; all widths are to scale.`,
      `One matrix turns it into ${counted(small)} numbers: its latent vector, and a part that is rotated.`,
      `From these come the keys and values of all heads: ${counted(plain)} numbers.`,
      `A cache of keys and values keeps the wide band: ${sizes[0]} GB for ${length} tokens.`,
      `A cache of latent vectors keeps the neck alone: ${sizes[1]} GB for ${length} tokens.`,
    ][step],
    show(step) {
      parts.forEach((each, at) => each.forEach((element) => {
        element.classList.toggle("faint", step < at || (step === 3 && at < 2) || (step === 4 && at !== 1));
      }));
      meters.forEach((row, at) => row.forEach((element) => { element.dataset.state = step < 3 + at ? "absent" : ""; }));
    },
  });
}
