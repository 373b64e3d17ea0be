/** The words of a sentence, or the rows of a heatmap, of which one asks. */

import { make } from "../kit/elements.js";

/**
 * @param {string[]} words
 * @param {string} legend
 * @param {(place: number) => void} choose
 */
export function chooser(words, legend, choose) {
  const inputs = words.map((_, place) => {
    const input = make("input", { type: "radio", name: "drag-asks", id: `drag-asks-${place}` });
    // A click on the word that asks already gives it its own query back.
    input.addEventListener("click", () => choose(place));
    return input;
  });
  const labels = inputs.map((input, place) =>
    make("span", {}, input, make("label", { htmlFor: input.id, textContent: words[place] })));
  const element = make("fieldset", { className: "asks" }, make("legend", { textContent: legend }), ...labels);
  /** @param {number} asks */
  const show = (asks) => inputs.forEach((input, place) => { input.checked = place === asks; });
  /** Shows on each word what weight it gets. @param {number[]} weights */
  const weigh = (weights) => labels.forEach(({ style }, place) =>
    style.setProperty("--share", `${100 * weights[place]}%`));
  return { element, show, weigh };
}
