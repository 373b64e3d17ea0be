/** A text grows by a word: without a cache all rows of keys and values are computed again. */

import { make, write } from "../kit/elements.js";
import { chip, numbers, of, stepped, strip } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

/** Rows computed in all, after so many words. @param {number} words @param {boolean} cached */
export const computed = (words, cached) => (cached ? words : (words * (words + 1)) / 2);

/** A line for each text, of its words, then one for each row of its keys and values. @param {string[][]} lines */
export function texts(lines) {
  const all = lines.map(numbers);
  const starts = lines.flatMap((_, place) => (all[place].length ? [] : [place]));
  return starts.map((start) => ({ words: lines[start], rows: all.slice(start + 1, start + 1 + lines[start].length) }));
}

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function kvCache(root, home, { blocks: [lines], from }) {
  const steps = texts(lines);
  const { words } = steps[steps.length - 1];

  /** @param {string} title @param {boolean} cached */
  function panel(title, cached) {
    const count = make("b", { className: "big" });
    const sum = make("span");
    const rows = words.map((word) => ({
      word: chip(word),
      read: make("span", { className: "read" }),
      rows: ["key", "value"].map(() => make("span")),
      past: words.map(() => make("i")),
    }));
    const asks = chip("", "query");
    const note = make("span", { className: "note" });
    const table = make("div", { className: "rows" },
      make("span"), make("span"), of(make("b", { textContent: "K" }), "key"), of(make("b", { textContent: "V" }), "value"), make("span", { textContent: "steps so far" }),
      ...rows.flatMap(({ word, read, rows, past }) => [word, read, ...rows, make("span", { className: "past" }, ...past)]),
      asks, make("span", { className: "read asks" }), note);
    const element = make("div", { className: "panel" },
      make("div", { className: "tally" }, count, make("span", {}, make("b", { textContent: title }), make("br"), sum)), table);

    /** @param {number} step */
    function show(step) {
      write(count, String(computed(step, cached)));
      write(sum, `${Array.from({ length: step }, (_, at) => (cached ? 1 : at + 1)).join(" + ")} row${step > 1 ? "s" : ""}`);
      write(asks, words[step - 1]);
      write(note, `its query reads ${step === 1 ? "1 row" : `${step} rows`}`);
      rows.forEach(({ word, read, rows, past }, row) => {
        const state = row >= step ? "absent" : row === step - 1 ? "new" : cached ? "kept" : "again";
        for (const each of [word, read, ...rows]) each.dataset.state = state;
        // The row that was printed at this step.
        if (row < step) rows.forEach((each, at) => each.replaceChildren(strip(steps[step - 1].rows[row].slice(2 * at, 2 * at + 2), at ? "value" : "key", 0.8)));
        past.forEach((each, at) => { each.dataset.state = at >= step || at < row ? "absent" : at === row ? "new" : cached ? "kept" : "again"; });
      });
    }
    return { element, show };
  }
  const panels = [panel("Without a cache", false), panel("With a cache", true)];
  const legend = [["new", "computed"], ["again", "computed again"], ["kept", "kept"]].map(([state, text]) => {
    const square = make("i");
    square.dataset.state = state;
    return make("span", {}, square, text);
  });
  const stage = make("div", { className: "two" }, ...panels.map(({ element }) => element));
  stage.ariaHidden = "true"; // its sentence says it
  stepped(root, home, [stage, make("p", { className: "legend" }, ...legend)], {
    label: "Keys and values, step by step", steps: "Words so far", first: 1, last: words.length, from,
    name: (step) => `after ${words[step - 1]}`,
    says: (step) => `\u201c${words[step - 1]}\u201d arrives. Without a cache, ${step === 1 ? "one row" : `all ${step} rows`} of keys and values ${step === 1 ? "is" : "are"} computed; with one, only its own. So far: ${computed(step, false)} against ${computed(step, true)}.`,
    show: (step) => panels.forEach(({ show }) => show(step)),
  });
}
