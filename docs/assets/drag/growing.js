/** Words appear one by one: under the causal mask, what is there already stays. */

import { button, make, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { weightBars } from "./bars.js";
import { chooser } from "./chooser.js";
import { numbers, valuesPlane } from "./draw.js";
import { allowed, answer, opening, read, said, withWord } from "./head.js";

/** @import { Data } from "../kit/start.js" */
/** @import { State } from "./head.js" */

/** @param {HTMLElement} root @param {string} home @param {Data} data */
export function growing(root, home, data) {
  const head = read(data);
  const first = { ...opening(head), causal: true };
  const values = valuesPlane(head);
  const bars = weightBars(head.words);
  const contextNumbers = make("p", { className: "numbers" });

  /** Each word asks with its own query. @param {number} word */
  const asking = (word) => withWord(head, first, word);

  /** @type {Frame<State>} */
  const frame = new Frame(root, home, {
    label: "Words appear one by one", first, from: data.from,
    says: (state) => said(head, state, answer(head, state).weights),
    put(state) {
      words.show(state.asks);
      write(next, state.asks + 1 < head.words.length ? "Next word" : "First word");
      show();
    },
  });
  const words = chooser(head.words, "The last word so far:", (place) => frame.change(asking(place)));
  const next = button("", () => frame.change(asking((frame.state.asks + 1) % head.words.length)));
  frame.live.classList.add("causal", "growing");

  function show() {
    const { state } = frame;
    const found = answer(head, state);
    const earlier = head.words.slice(0, state.asks).map((_, word) => answer(head, asking(word)).context);
    values.show(state, found, earlier);
    words.weigh(found.weights);
    bars.show(found.weights, (word) => !allowed(state, word), frame.opens ? head.opens.weights : undefined);
    write(contextNumbers, `context of ${head.words[state.asks]} ${frame.opens ? numbers(head.opens.context) : numbers(found.context, 4)}`);
  }

  frame.last.prepend(next);
  frame.begin([words.element], [
    make("div", { className: "parts" },
      make("div", { className: "of-weights" }, bars.element),
      make("div", { className: "of-values" }, make("p", { className: "title", textContent: "Values and contexts" }), values.plane.around, contextNumbers)),
  ], () => {
    values.plane.measure();
    show();
  });
}
