/** Words appear one by one: under the causal mask, what is there already stays. */

import { python } from "./code.js";
import { make, write } from "../live/elements.js";
import { weightBars } from "./bars.js";
import { numbers, valuesPlane } from "./draw.js";
import { Frame, chooser } from "./frame.js";
import { allowed, answer, said } from "./head.js";
import { decode, encode, opening, withWord } from "./state.js";
import { Refused } from "./numbers.js";

/** @import { Head, State } from "./head.js" */

/** @param {HTMLElement} root @param {string} home @param {Head} head */
export function growing(root, home, head) {
  const first = { ...opening(head), causal: true };
  const values = valuesPlane(head);
  const bars = weightBars(head.words);
  const contextNumbers = make("p", { className: "numbers" });

  /** Each word asks with its own query. @param {number} word */
  const asking = (word) => withWord(head, first, word);

  /** @type {Frame<State>} */
  const frame = new Frame(root, home, {
    label: "Words appear one by one", key: "asks", first, from: head.from, encode,
    decode(hash) {
      const state = asking(decode(head, hash).asks);
      if (encode(state) !== hash) throw new Refused("address", "Here words ask with their own queries.");
      return state;
    },
    says: (state) => said(head, state, answer(head, state).weights),
    python: (state) => python(head, state),
    put(state) {
      words.show(state.asks);
      next.textContent = state.asks + 1 < head.words.length ? "Next word" : "First word";
      show();
    },
  });
  const words = chooser(head.words, "The last word so far:", (place) => frame.change(asking(place)));
  const next = make("button", { type: "button" });
  next.addEventListener("click", () => frame.change(asking((frame.state.asks + 1) % head.words.length)));
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

  const around = make("div", { className: "plane" });
  around.append(values.plane.element);
  frame.last.prepend(next);
  frame.begin([words.element], [
    make("div", { className: "parts" },
      make("div", { className: "of-weights" }, bars.element),
      make("div", { className: "of-values" }, make("p", { className: "title", textContent: "Values and contexts" }), around, contextNumbers)),
  ], () => {
    values.plane.measure();
    show();
  });
}
