/** A small GPT writes: what its last word attends to, which words may be next, and what sampling makes of them. */

import { largest, shares } from "./attention.js";
import { button, make, write } from "../kit/elements.js";
import { softmax } from "../kit/numbers.js";
import { origins } from "../kit/start.js";
import { gpt } from "./engine.js";
import { Link } from "./link.js";
import { PLAIN, decode, drawn, encode, sampled } from "./sampling.js";
import { Steps } from "./slices.js";
import { model } from "./weights.js";
import { Words, walk } from "./words.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Settings } from "./sampling.js" */

const PATH = "blocks.0.attention";
const LIKELY = 6; // candidates that are shown
const MOST = 24; // words that the model reads
const ALL = 11; // the end of the slider of top-k, where every word is kept

/** A number that the reader sets. @param {string} name @param {[number, number, number]} range from, to, and step */
function slider(name, [min, max, step]) {
  const input = make("input", { id: `live-${name}`, type: "range" });
  Object.assign(input, { min, max, step });
  return { input, label: make("label", { htmlFor: input.id }) };
}

/** With `sampling`, words are drawn as the reader sets it; else the likeliest is written. @param {HTMLElement} root @param {string} home @param {Data<string[][][]>} data */
export async function story(root, home, { blocks: [[line]], opens, from }) {
  // The first text that was printed, and how many words of it were given.
  const printed = line.filter((word) => word !== "...").map((word) => word.toLowerCase());
  const beginning = opens.split(" ").length;
  const { tensors, data } = await model("story", home);
  /** @type {string[]} */
  const vocabulary = data.words;
  const begins = printed.slice(0, beginning).map((word) => vocabulary.indexOf(word));
  const draws = root.dataset.figure === "sampling";
  let ids = begins;
  let at = ids.length - 1;
  let result = gpt(tensors, ids);
  const steps = new Steps();
  const sliders = {
    temperature: slider("temperature", [0.25, 4, 0.25]),
    k: slider("top-k", [1, ALL, 1]),
    p: slider("top-p", [0.05, 1, 0.05]),
  };
  /** @returns {Settings} */
  function settings() {
    const [temperature, k, p] = Object.values(sliders).map(({ input }) => Number(input.value));
    return { temperature, k: k < ALL ? k : Infinity, p };
  }
  /** @param {Settings} wanted */
  function set({ temperature, k, p }) {
    [temperature, Math.min(k, ALL), p].forEach((value, place) => { Object.values(sliders)[place].input.value = String(value); });
  }
  set(PLAIN);

  const next = button("Next word", () => {
    steps.stop();
    on(ids.length + 1);
  });
  const all = button("Write", () => {
    const written = ids.length;
    // As many as were printed; if the reader asks again, as many as it reads.
    const until = written < printed.length ? printed.length : MOST;
    steps.play(until - written, (step) => on(written + step), true);
  });
  const back = button("Start again", () => {
    steps.stop();
    put(begins);
  });
  const told = new Words("The text: choose a word to see what it attends to", (place) => {
    steps.stop();
    at = place;
    show();
  }, MOST);
  const reads = make("p", { className: "reads", role: "status" });
  const title = make("p", { className: "title" });
  const choices = Array.from({ length: LIKELY }, (_, place) => {
    const parts = { word: make("b"), bar: make("span", { className: "bar" }), share: make("span") };
    const choice = button("", () => {
      steps.stop();
      put([...ids.slice(0, at + 1), candidates()[place].id]);
    });
    choice.append(...Object.values(parts));
    return { ...parts, button: choice };
  });
  const list = make("div", { className: "choices", ariaLabel: "Words that may be next" }, ...choices.map(({ button }) => button));
  const settle = walk(list);
  const link = draws && new Link(() => encode(ids.map((id) => vocabulary[id]), settings()), arrive);
  const text = [make("div", { className: "type" }, next, all, back), make("div", { className: "text" }, told.element), reads];
  const may = [title, list];
  const knobs = make("div", { className: "settings" }, ...Object.values(sliders).map(({ label, input }) => make("div", {}, label, input)));
  root.append(make("div", { className: "live story", role: "group", ariaLabel: "A small GPT that writes" },
    ...(draws ? [knobs, ...may, ...text] : [...text, ...may]),
    make("p", { className: "origin" }, ...(link ? [link.button, " ", link.said, " "] : []), "Computed in your browser. Printed by code that was run: ", ...origins(from, home), ".")));

  /** The probability of each word after the one that is looked at, as the reader set it. */
  const chances = () => sampled(result.logits[at], settings());

  /** The likeliest of them, and how likely each was for the model. */
  function candidates() {
    const now = chances();
    return softmax(result.logits[at])
      .map((was, id) => ({ was, share: now[id], id }))
      .sort((a, b) => b.was - a.was)
      .slice(0, LIKELY);
  }

  /** @param {number[]} text */
  function run(text) {
    ids = text;
    at = ids.length - 1;
    result = gpt(tensors, ids);
  }

  /** @param {number[]} text */
  function put(text) {
    run(text);
    show();
    if (link) link.keep();
  }

  function show() {
    const { kept } = shares(result.maps, PATH, at, new Set());
    const words = ids.map((id) => vocabulary[id]);
    const likely = candidates();
    told.show(words.map((text, place) => ({ text, share: kept[place] ?? 0, kind: place < beginning ? "begun" : "" })), at);
    write(reads, `\u201c${words[at]}\u201d attends to ${largest(kept, words) || "no word in particular"}. ${draws ? `${chances().filter((share) => share > 0).length} of ${vocabulary.length} words remain. ` : ""}Likeliest next: ${vocabulary[likely[0].id]} (${likely[0].share.toFixed(2)}).`);
    write(title, at < ids.length - 1 ? "After this word; choose another, and the text goes on from there" : at + 1 < MOST ? "What may come next; choose a word" : `What may come next; it reads at most ${MOST} words`);
    choices.forEach(({ button, word, bar, share: number }, place) => {
      const { id, share, was } = likely[place];
      write(word, vocabulary[id]);
      write(number, share ? share.toFixed(2) : "out");
      bar.style.setProperty("--share", share.toFixed(3));
      bar.style.setProperty("--was", was.toFixed(3));
      button.className = share ? "" : "out";
      button.ariaPressed = String(ids[at + 1] === id);
      button.disabled = at + 1 >= MOST;
    });
    settle();
    const { temperature, k, p } = settings();
    write(sliders.temperature.label, `temperature ${temperature}`);
    write(sliders.k.label, `top-k ${k < Infinity ? k : "all"}`);
    write(sliders.p.label, `top-p ${p}`);
    next.disabled = all.disabled = ids.length >= MOST;
  }

  /** Writes on at the end, until there are so many words. @param {number} count */
  function on(count) {
    while (ids.length < Math.min(count, MOST)) {
      at = ids.length - 1;
      run([...ids, draws ? drawn(chances(), Math.random()) : candidates()[0].id]);
    }
    put(ids);
  }
  for (const { input } of Object.values(sliders)) {
    input.addEventListener("input", show);
    input.addEventListener("change", () => link && link.keep());
  }

  /** Takes the text and the settings of an address, if it has them. @param {string} hash */
  function arrive(hash) {
    const asked = decode(hash, vocabulary, MOST);
    if (!asked) return;
    steps.stop();
    set(asked.settings);
    put(asked.ids);
    root.scrollIntoView();
  }

  root.dataset.ready = "";
  put(begins);
  if (link) arrive(location.hash);
}
