/** What figures are made of that a reader steps through: words, vectors, and the steps. */

import { button, make, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";

/** @import { Data } from "../kit/start.js" */
/** @typedef {string[][]} Lines of each line that was printed its words and numbers */

const PAUSE = 1400; // milliseconds from one step to the next

/** The numbers of a line, as they were printed. @param {string[]} line */
export const numbers = (line) => line.filter((each) => !Number.isNaN(Number(each)));

/** With a true minus, and no negative zero. @param {number | string} number @param {number} [digits] */
export const written = (number, digits = 2) =>
  Number(number).toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", "\u2212");

/** With commas, as Python writes them. @param {number} number */
export const counted = (number) => number.toLocaleString("en");

/** Gives an element the colour of a query, a key, a value … @template {HTMLElement | SVGElement} Of @param {Of} element @param {string} kind @returns {Of} */
export function of(element, kind) {
  element.style.setProperty("--hue", kind && `var(--${kind})`);
  return element;
}

/** A word, or what has the place of one. @param {string} text @param {string} [kind] */
export const chip = (text, kind = "") => of(make("span", { className: "chip", textContent: text }), kind);

/** How strong the colour of an element is, from 0 to 1. @param {HTMLElement} element @param {number} share */
export const strength = (element, share) =>
  element.style.setProperty("--share", Math.min(1, Math.abs(share)).toFixed(3));

/** One number of a vector. @param {string} kind @param {number | string} [number] @param {number} [most] whose colour is full */
export function cell(kind, number, most = 1) {
  const element = of(make("span", { className: "cell" }), kind);
  if (number !== undefined) put(element, number, most);
  return element;
}

/** Writes a number into its cell. @param {HTMLElement} element @param {number | string} number @param {number} [most] */
export function put(element, number, most = 1) {
  write(element, written(number));
  strength(element, Number(number) / most);
}

/** A vector. @param {(number | string)[]} vector @param {string} kind @param {number} [most] */
export const strip = (vector, kind, most) =>
  of(make("span", { className: "strip" }, ...vector.map((number) => cell(kind, number, most))), kind);

/**
 * A figure with its steps.
 * @typedef {object} Stepped
 * @property {string} label
 * @property {string} steps what the slider is called
 * @property {number} first
 * @property {number} last
 * @property {number} [opens] the step that is shown at first; by default the last
 * @property {Data["from"]} from
 * @property {boolean} [computes] whether some numbers are computed here, from what was printed
 * @property {(step: number) => string} name of a step
 * @property {(step: number) => string} says a sentence or two
 * @property {(step: number) => void} show
 */

/**
 * Puts a figure on the page, with its sentence, its steps and where its numbers come from.
 * What is shown is said, but not while it plays.
 * @param {HTMLElement} root @param {string} home @param {Node[]} parts @param {Stepped} figure
 */
export function stepped(root, home, parts, { steps, first, last, opens = last, computes, name, show, ...rest }) {
  const slider = make("input", { type: "range", min: String(first), max: String(last), step: "1", ariaLabel: steps });
  let timer = 0;
  let begun = false;

  /** @type {Frame<number>} */
  const frame = new Frame(root, home, {
    ...rest, first: opens, always: computes ? "Computed here from " : "Printed by code that was run: ",
    put(step) {
      slider.value = String(step);
      slider.ariaValueText = name(step);
      back.disabled = step === first;
      on.disabled = step === last;
      show(step);
      if (timer) frame.say(); // seen at once; it is read aloud when the figure rests
    },
  });

  /** @param {number} step */
  function go(step) {
    begun = true;
    frame.change(Math.max(first, Math.min(last, step)));
  }
  function pause() {
    clearInterval(timer);
    timer = 0;
    write(play, "Play");
    frame.status.ariaLive = "polite";
  }
  function run() {
    frame.status.ariaLive = "off";
    write(play, "Pause");
    timer = setInterval(() => {
      if (frame.state + 1 >= last) pause();
      go(frame.state + 1);
    }, PAUSE);
    go(begun && frame.state < last ? frame.state + 1 : first);
  }
  /** What a reader does ends what plays. @param {() => number} to */
  const by = (to) => () => {
    pause();
    go(to());
  };
  const play = button("Play", () => (timer ? pause() : run()), { className: "play" });
  const back = button("\u2039", by(() => frame.state - 1), { ariaLabel: "One step back" });
  const on = button("\u203a", by(() => frame.state + 1), { ariaLabel: "One step on" });
  slider.addEventListener("input", by(() => Number(slider.value)));
  frame.reset.addEventListener("click", pause);
  frame.live.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    by(() => frame.state + step)();
  });
  frame.begin([make("div", { className: "stage" }, ...parts)], [make("div", { className: "steps" }, back, play, on, slider)]);
}
