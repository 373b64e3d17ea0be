/** A small GPT writes: what its last word attends to, and which words may be next. */

import { largest, shares } from "./attention.js";
import { make, write } from "./elements.js";
import { gpt, softmax } from "./engine.js";
import { Steps } from "./slices.js";
import { origins } from "./start.js";
import { model } from "./weights.js";
import { Words, walk } from "./words.js";

/** @import { From } from "./start.js" */
/** @typedef {{words: string[], beginning: number, from: From}} Printed the text that was printed, and how many words of it were given */

const PATH = "blocks.0.attention";
const LIKELY = 6; // candidates that are shown
const MOST = 24; // words that the model reads

/** @param {HTMLElement} root @param {string} home @param {Printed} printed */
export async function story(root, home, { words: printed, beginning, from }) {
  const { tensors, data } = await model("story", home);
  /** @type {string[]} */
  const vocabulary = data.words;
  const begins = printed.slice(0, beginning).map((word) => vocabulary.indexOf(word));
  let ids = begins;
  let at = ids.length - 1;
  let result = gpt(tensors, ids);
  const steps = new Steps();

  const next = make("button", { type: "button", textContent: "Next word" });
  const all = make("button", { type: "button", textContent: "Write" });
  const back = make("button", { type: "button", textContent: "Start again" });
  const told = new Words("The text: choose a word to see what it attends to", (place) => {
    steps.stop();
    at = place;
    show();
  });
  const reads = make("p", { className: "reads", role: "status" });
  const title = make("p", { className: "title" });
  const choices = Array.from({ length: LIKELY }, (_, place) => {
    const parts = { word: make("b"), bar: make("span", { className: "bar" }), share: make("span") };
    const button = make("button", { type: "button" }, ...Object.values(parts));
    button.addEventListener("click", () => {
      steps.stop();
      put([...ids.slice(0, at + 1), candidates()[place].id]);
    });
    return { ...parts, button };
  });
  const list = make("div", { className: "choices", ariaLabel: "Words that may be next" }, ...choices.map(({ button }) => button));
  const settle = walk(list);
  root.append(make("div", { className: "live story", role: "group", ariaLabel: "A small GPT that writes" },
    make("div", { className: "type" }, next, all, back),
    make("div", { className: "text" }, told.element), reads, title, list,
    make("p", { className: "origin" }, "Computed in your browser. Printed by code that was run: ", ...origins(from, home), ".")));

  /** The likeliest words after the one that is looked at. */
  const candidates = () => softmax(result.logits[at])
    .map((share, id) => ({ share, id }))
    .sort((a, b) => b.share - a.share)
    .slice(0, LIKELY);

  /** @param {number[]} text */
  function put(text) {
    ids = text;
    at = ids.length - 1;
    result = gpt(tensors, ids);
    show();
  }

  function show() {
    const { kept } = shares(result.maps, PATH, at, new Set());
    const words = ids.map((id) => vocabulary[id]);
    const likely = candidates();
    told.show(words.map((text, place) => ({ text, share: kept[place] ?? 0, kind: place < beginning ? "begun" : "" })), at);
    write(reads, `\u201c${words[at]}\u201d attends to ${largest(kept, words) || "no word much"}. Likeliest next: ${vocabulary[likely[0].id]} (${likely[0].share.toFixed(2)}).`);
    write(title, at < ids.length - 1 ? "After this word; choose another, and the text goes on from there" : at + 1 < MOST ? "What may come next; choose a word" : `What may come next; it reads at most ${MOST} words`);
    choices.forEach(({ button, word, bar, share: number }, place) => {
      const { id, share } = likely[place];
      write(word, vocabulary[id]);
      write(number, share.toFixed(2));
      bar.style.setProperty("--share", share.toFixed(3));
      button.ariaPressed = String(ids[at + 1] === id);
      button.disabled = at + 1 >= MOST;
    });
    settle();
    next.disabled = all.disabled = ids.length >= MOST;
  }

  /** Writes on at the end, until there are so many words. @param {number} count */
  function on(count) {
    while (ids.length < Math.min(count, MOST)) {
      at = ids.length - 1;
      put([...ids, candidates()[0].id]);
    }
  }
  next.addEventListener("click", () => {
    steps.stop();
    on(ids.length + 1);
  });
  all.addEventListener("click", () => {
    const written = ids.length;
    // As many as were printed; if the reader asks again, as many as it reads.
    const until = written < printed.length ? printed.length : MOST;
    steps.play(until - written, (step) => on(written + step));
  });
  back.addEventListener("click", () => {
    steps.stop();
    put(begins);
  });

  root.dataset.ready = "";
  put(begins);
}
