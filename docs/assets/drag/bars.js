/** Weights as bars. */

import { make, write } from "../kit/elements.js";

/** A bar for each weight, on a fixed scale from 0 to 1. @param {string[]} words @param {string} [title] */
export function weightBars(words, title = "Weights") {
  const rows = words.map((word) => {
    const bar = make("span", { className: "bar" });
    const number = make("td");
    const heading = make("th", { scope: "row", textContent: word });
    return { bar, number, row: make("tr", {}, heading, make("td", { className: "track" }, bar), number) };
  });
  const scale = make("div", { className: "scale" }, ...["0", "0.5", "1"].map((text) => make("span", { textContent: text })));
  scale.setAttribute("aria-hidden", "true");
  const foot = make("tr", {}, make("td"), make("td", {}, scale), make("td"));
  const element = make("table", { className: "bars" },
    make("caption", { textContent: title }), make("tbody", {}, ...rows.map(({ row }) => row)), make("tfoot", {}, foot));

  /**
   * @param {number[]} weights
   * @param {(word: number) => boolean} veiled
   * @param {string[]} [printed] in the place of what was computed
   */
  function show(weights, veiled, printed) {
    rows.forEach(({ bar, number, row }, word) => {
      bar.style.transform = `scaleX(${weights[word]})`;
      write(number, printed ? printed[word] : weights[word].toFixed(4));
      row.classList.toggle("veiled", veiled(word));
    });
  }
  return { element, show };
}
