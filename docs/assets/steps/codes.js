/** A number between the codes of three types, of eight bits each: which one is nearest? */

import { draw, field, make, set, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { numbers, of } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

const LEAST = -20; // powers of two
const FINE = 20; // steps of the slider from one power to the next
const KINDS = /** @type {const} */ (["key", "query", "value"]);

/** What a type of floating-point numbers holds from 0 on, divided by its largest. @param {number} exponent bits @param {number} mantissa bits @param {number} kept of the last codes, for what is no number */
function floats(exponent, mantissa, kept) {
  const bias = 2 ** (exponent - 1) - 1;
  const found = Array.from({ length: 2 ** (exponent + mantissa) - kept }, (_, code) => {
    const [e, f] = [code >> mantissa, (code % 2 ** mantissa) / 2 ** mantissa];
    return e ? 2 ** (e - bias) * (1 + f) : 2 ** (1 - bias) * f;
  });
  return found.map((each) => each / found[found.length - 1]);
}

export const TYPES = [
  { name: "int8", held: Array.from({ length: 128 }, (_, code) => code / 127) },
  { name: "e4m3", held: floats(4, 3, 1) },
  { name: "e5m2", held: floats(5, 2, 4) },
];

/** The nearest of what a type holds; of two, the one with the even code. @param {number[]} held @param {number} x */
export const nearest = (held, x) => held.reduce((best, each, code) => {
  const closer = Math.abs(each - x) - Math.abs(held[best] - x);
  return closer < 0 || (closer === 0 && code % 2 === 0) ? code : best;
}, 0);

/** A position of the slider as a number. @param {number} place */
const numberOf = (place) => Number((2 ** (place / FINE)).toPrecision(3));

/** @param {HTMLElement} root @param {string} home @param {Data<[[string[], ...Lines]]>} data */
export function codes(root, home, { blocks: [[[first], ...lines]], from }) {
  const opens = lines.map(numbers); // what it is read as, and per cent
  const rows = TYPES.map(({ name, held }, at) => {
    const ticks = draw("path", { class: "ticks", "vector-effect": "non-scaling-stroke" });
    const mark = draw("path", { class: "mark", "vector-effect": "non-scaling-stroke" });
    const svg = draw("svg", { viewBox: "0 0 200 20", preserveAspectRatio: "none", "aria-hidden": "true" }, ticks, mark,
      draw("path", { class: "number", d: "M100 0V20", "vector-effect": "non-scaling-stroke" }));
    const said = make("span");
    const parts = [make("b", { textContent: name }), svg, said];
    parts.forEach((each) => of(each, KINDS[at]));
    return { held, ticks, mark, said, parts };
  });
  const slider = make("input", { id: "drag-codes", type: "range", min: String(LEAST * FINE), max: "0", step: "1" });
  slider.addEventListener("input", () => frame.change(numberOf(Number(slider.value)), true));

  /** @param {number} x */
  const read = (x) => frame.opens ? opens : rows.map(({ held }) => {
    const found = held[nearest(held, x)];
    return [String(Number(found.toPrecision(4))), (100 * Math.abs(found - x) / x).toFixed(1)];
  });
  /** @type {Frame<number>} */
  const frame = new Frame(root, home, {
    label: "A number and the nearest codes", first: Number(first), from,
    says: (x) => `The dashed number, ${x} of the largest, is read as ${read(x).map(([found, off], at) => `${found} in ${TYPES[at].name} (${off} % off)`).join(", ")}.`,
    put(x, follows) {
      if (!follows) slider.value = String(FINE * Math.log2(x));
      slider.ariaValueText = String(x);
      read(x).forEach(([found, off], at) => {
        const { held, ticks, mark, said } = rows[at];
        // From 0 to twice the number, which is always in the middle.
        const shown = held.map((each) => (100 * each) / x);
        set(ticks, { d: shown.filter((each) => each <= 200).map((each) => `M${each.toFixed(2)} 3V17`).join("") });
        set(mark, { d: `M${shown[nearest(held, x)].toFixed(2)} 0V20` });
        write(said, `${found}, ${off} % off`);
      });
    },
  });
  slider.value = String(FINE * Math.log2(Number(first)));
  frame.begin([make("div", { className: "stage codes" }, ...rows.flatMap(({ parts }) => parts))],
    [make("div", { className: "of-number" }, field(slider, "Number, as a share of the largest"))]);
}
