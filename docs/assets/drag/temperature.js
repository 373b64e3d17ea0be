/** Four scores, and the temperature that they are divided by. */

import { field, make } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { best, softmax } from "../kit/numbers.js";
import { weightBars } from "./bars.js";

/** @import { Data } from "../kit/start.js" */

const LEAST = 0.1;
const MOST = 100;

/** A position of the slider, whose steps multiply, as a temperature. @param {number} place */
const temperatureOf = (place) => Number((10 ** place).toPrecision(3));

/** @param {number[]} scores @param {number} temperature */
export const weightsAt = (scores, temperature) => softmax(scores.map((score) => score / temperature));

/** @param {HTMLElement} root @param {string} home @param {Data} data what was drawn: bars of scores, and of their weights */
export function temperature(root, home, { blocks: [[scores, weights]], from }) {
  /** @type {string[]} */
  const words = scores.columns;
  /** @type {string[]} */
  const opens = weights.bars.map((/** @type {number} */ weight) => weight.toFixed(4));
  const bars = weightBars(words.map((word, place) => `${word}: ${String(scores.bars[place]).replace("-", "\u2212")}`));
  const slider = make("input", {
    id: "drag-temperature", type: "range", step: "0.01",
    min: String(Math.log10(LEAST)), max: String(Math.log10(MOST)),
  });
  slider.addEventListener("input", () => frame.change(temperatureOf(Number(slider.value)), true));

  /** @type {Frame<number>} */
  const frame = new Frame(root, home, {
    label: "Turn the temperature", first: 1, from,
    says(state) {
      const now = weightsAt(scores.bars, state);
      return `temperature ${state}: ${words[best(now)]} gets ${Math.max(...now).toFixed(2)}`;
    },
    put(state, follows) {
      if (!follows) slider.value = String(Math.log10(state));
      slider.setAttribute("aria-valuetext", String(state));
      bars.show(weightsAt(scores.bars, state), () => false, frame.opens ? opens : undefined);
    },
  });
  slider.value = "0";
  frame.begin([], [
    make("div", { className: "parts" }, make("div", { className: "of-weights" }, bars.element)),
    make("div", { className: "controls" }, field(slider, `Temperature, from ${LEAST} to ${MOST}`)),
  ]);
}
