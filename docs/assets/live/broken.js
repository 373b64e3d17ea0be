/** A small GPT in which one line is wrong: how far its logits move, and which words change. */

import { button, make, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { best, softmax } from "../kit/numbers.js";
import { gpt } from "./engine.js";
import { model } from "./weights.js";
import { walk } from "./words.js";

/** @import { Tensors } from "./engine.js" */
/** @import { Data } from "../kit/start.js" */

/** A mistake as a block printed it. @typedef {{title: string, key: string, lines: string[], page: string, text: string}} Mistake */
/** The most probable next word of a model. @typedef {{id: number, share: number}} Said */
/** What happens at a position: by how many standard deviations of the right logits one moves at most; and what is said. @typedef {{moved: number, right: Said, wrong: Said}} Position */
/** @typedef {{ids: number[], chosen: number}} State */

const MOST = 12; // words
const CLOSE = 1e-6; // of a difference that a test lets pass
const FULL = 4; // standard deviations that are drawn in full

/** @param {ArrayLike<number>} logits @returns {Said} */
function said(logits) {
  const id = best(logits);
  return { id, share: softmax(Array.from(logits))[id] };
}

/** What a mistake does to a text. @param {Tensors} tensors @param {number[]} ids @param {string} wrong @returns {Position[]} */
export function compare(tensors, ids, wrong) {
  const [right, broken] = ["", wrong].map((key) => gpt(tensors, ids, { wrong: key }).logits);
  const all = right.flatMap((row) => [...row]);
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  const spread = Math.sqrt(all.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (all.length - 1));
  return right.map((row, place) => ({
    moved: Math.max(...row.map((each, id) => Math.abs(each - broken[place][id]))) / spread,
    right: said(row),
    wrong: said(broken[place]),
  }));
}

/** Two lines, each as what is before the difference, the difference, and what is behind it. @param {string[]} lines */
export function apart(lines) {
  const [a, b] = lines;
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return lines.map((line) => [line.slice(0, start), line.slice(start, line.length - end), line.slice(line.length - end)]);
}

/** @param {Position} position */
const differs = ({ right, wrong }) => right.id !== wrong.id;

/** All that in words. @param {string} title @param {Position[]} positions @param {Position} alone of the first token without the others */
export function told(title, positions, alone) {
  const far = positions.map(({ moved }) => moved);
  const count = positions.filter(differs).length;
  const words = count === 1 ? "1 most probable word changes" : `${count || "no"} most probable ${count ? "words change" : "word changes"}`;
  const passed = [
    alone.moved < CLOSE && "of one token",
    far[far.length - 1] < CLOSE && "of the last position",
    !count && "of the most probable words",
  ].filter(Boolean);
  return `${title}: the logits move at ${far.filter((each) => each > CLOSE).length} of ${far.length} positions, by up to ${Math.max(...far).toFixed(2)} standard deviations, and ${words}. ${
    passed.length ? `It passes a test ${passed.join(" and one ")}.` : "It fails a test of one token, of the last position, and of the most probable words."}`;
}

/** @param {HTMLElement} root @param {string} home @param {Data<[Mistake[]]>} data */
export async function broken(root, home, { blocks: [mistakes], opens, from }) {
  const { tensors, data } = await model("story", home);
  /** @type {string[]} */
  const vocabulary = data.words;
  /** @type {number[]} */
  const story = data.ids;
  const first = {
    ids: mistakes[0].text.split(" ").map((word) => vocabulary.indexOf(word)),
    chosen: mistakes.findIndex(({ title }) => title === opens),
  };
  /** Of each mistake, all positions. @type {Position[][]} */
  let every = [];
  /** @type {number[]} */
  let computed = [];

  const input = make("input", { id: "live-text", type: "text", autocomplete: "off", spellcheck: false });
  const other = button("Other words", () => {
    const start = Math.floor(Math.random() * (story.length - MOST));
    frame.change({ ...frame.state, ids: story.slice(start, start + MOST) });
  });
  const refused = make("p", { className: "bad", role: "alert", textContent: "\u00a0" });
  const choices = mistakes.map(({ title }, chosen) => {
    const cells = Array.from({ length: MOST }, () => make("i"));
    const strip = make("span", { className: "strip", ariaHidden: "true" }, ...cells);
    return { cells, each: button("", () => frame.change({ ...frame.state, chosen })), parts: [make("span", { textContent: title }), strip] };
  });
  choices.forEach(({ each, parts }) => each.append(...parts));
  const list = make("div", { className: "mistakes", ariaLabel: "Mistakes" }, ...choices.map(({ each }) => each));
  const settle = walk(list);
  const codes = ["right", "wrong"].map((name) => {
    const parts = [make("span"), make("mark"), make("span")];
    return { parts, elements: [make("b", { textContent: name }), make("code", { className: name }, ...parts)] };
  });
  const cards = Array.from({ length: MOST }, () => {
    const parts = { read: make("span"), moved: make("span"), right: make("b"), chance: make("span"), wrong: make("b"), wrongly: make("span") };
    return { ...parts, element: make("li", {}, ...Object.values(parts)) };
  });
  const about = make("p", { className: "about", textContent: "At each word, how far the logits moved. Below it, the most probable next word of the right model, and that of the broken one." });
  const link = make("a");

  /** @type {Frame<State>} */
  const frame = new Frame(root, home, {
    label: "A small GPT in which one line is wrong", from, first,
    says: ({ ids, chosen }) => told(mistakes[chosen].title, every[chosen], compare(tensors, ids.slice(0, 1), mistakes[chosen].key)[0]),
    put({ ids, chosen }) {
      if (computed !== ids) every = mistakes.map(({ key }) => compare(tensors, ids, key));
      computed = ids;
      if (document.activeElement !== input) input.value = ids.map((id) => vocabulary[id]).join(" ");
      refuse("");
      choices.forEach(({ cells, each }, place) => {
        each.ariaPressed = String(place === chosen);
        cells.forEach((cell, at) => shade(cell, every[place][at]));
      });
      settle();
      apart(mistakes[chosen].lines).forEach((pieces, line) => pieces.forEach((piece, place) => write(codes[line].parts[place], piece)));
      cards.forEach((card, place) => {
        const position = every[chosen][place];
        shade(card.element, position);
        if (!position) return;
        write(card.read, vocabulary[ids[place]]);
        write(card.moved, position.moved.toFixed(2));
        write(card.right, vocabulary[position.right.id]);
        write(card.chance, position.right.share.toFixed(2));
        write(card.wrong, vocabulary[position.wrong.id]);
        write(card.wrongly, position.wrong.share.toFixed(2));
      });
      const { title, page } = mistakes[chosen];
      write(link, `${title}, explained`);
      link.href = new URL(`../${page.replace(/(index)?\.md/, "/")}`, home).href;
    },
  });

  /** @param {HTMLElement} element @param {Position | undefined} position */
  function shade(element, position) {
    element.hidden = !position;
    if (!position) return;
    element.classList.toggle("changed", differs(position));
    element.style.setProperty("--moved", Math.min(1, position.moved / FULL).toFixed(3));
  }

  /** @param {string} why */
  function refuse(why) {
    write(refused, why || "\u00a0"); // it keeps its room
    input.ariaInvalid = String(Boolean(why));
  }
  input.addEventListener("input", () => {
    const typed = input.value.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
    const unknown = typed.find((word) => !vocabulary.includes(word));
    if (!typed.length) refuse("Type a word of the story.");
    else if (unknown) refuse(`It does not know \u201c${unknown}\u201d.`);
    else if (typed.length > MOST) refuse(`It reads at most ${MOST} words.`);
    else frame.change({ ...frame.state, ids: typed.map((word) => vocabulary.indexOf(word)) });
  });

  frame.begin([
    make("div", { className: "type" }, make("label", { htmlFor: input.id, textContent: "Text" }), input, other), refused, list,
    make("div", { className: "pair" }, ...codes.flatMap(({ elements }) => elements)),
    about, make("ol", { className: "positions" }, ...cards.map(({ element }) => element)),
  ], [make("p", {}, link)]);
}
