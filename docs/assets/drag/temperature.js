/** Four scores, and the temperature that they are divided by. */

import { make } from "../live/elements.js";
import { weightBars } from "./bars.js";
import { Frame, field } from "./frame.js";
import { Refused, readNumber, softmax } from "./numbers.js";

/** @import { From } from "./frame.js" */

/**
 * What snippets printed and drew.
 * @typedef {object} Scores
 * @property {string[]} words
 * @property {number[]} scores
 * @property {{weights: string[]}} opens
 * @property {From} from
 */

const LEAST = 0.1;
const MOST = 100;

/** A position of the slider, whose steps multiply, as a temperature. @param {number} place */
const temperatureOf = (place) => Number((10 ** place).toPrecision(3));

/** @param {number[]} scores @param {number} temperature */
export const weightsAt = (scores, temperature) =>
  softmax(scores.map((score) => Math.fround(score / temperature)));

/** @param {Scores} of @param {number} temperature */
export const python = ({ words, scores }, temperature) => [
  "import torch\n\n",
  `scores = torch.tensor([${scores.map((score) => score.toFixed(1)).join(", ")}])\n`,
  `weights = torch.softmax(scores / ${temperature}, dim=-1)\n\n`,
  `for word, weight in zip("${words.join("")}", weights, strict=True):\n`,
  '    print(word, f"{weight:.4f}")\n',
].join("");

/** @param {string} hash */
export function decode(hash) {
  const number = readNumber(hash.replace("temperature=", ""), "address", LEAST, MOST);
  if (`temperature=${number}` !== hash) throw new Refused("address", "The address was altered.");
  return number;
}

/** @param {HTMLElement} root @param {string} home @param {Scores} of */
export function temperature(root, home, of) {
  const bars = weightBars(of.words.map((word, place) =>
    `${word}: ${String(of.scores[place]).replace("-", "\u2212")}`));
  const slider = make("input", {
    id: "drag-temperature", type: "range", step: "0.01",
    min: String(Math.log10(LEAST)), max: String(Math.log10(MOST)),
  });
  slider.addEventListener("input", () => frame.change(temperatureOf(Number(slider.value)), true));

  /** @type {Frame<number>} */
  const frame = new Frame(root, home, {
    label: "Turn the temperature", key: "temperature", first: 1, from: of.from, decode,
    encode: (state) => `temperature=${state}`,
    says(state) {
      const weights = weightsAt(of.scores, state);
      const most = Math.max(...weights);
      return `temperature ${state}: ${of.words[weights.indexOf(most)]} gets ${most.toFixed(2)}`;
    },
    python: (state) => python(of, state),
    put(state, follows) {
      if (!(follows && document.activeElement === slider)) slider.value = String(Math.log10(state));
      slider.setAttribute("aria-valuetext", String(state));
      bars.show(weightsAt(of.scores, state), () => false, frame.opens ? of.opens.weights : undefined);
    },
  });
  frame.begin([], [
    make("div", { className: "parts" }, make("div", { className: "of-weights" }, bars.element)),
    make("div", { className: "controls" }, field(slider, `Temperature, from ${LEAST} to ${MOST}`)),
  ], () => undefined);
}
