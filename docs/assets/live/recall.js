/** Pairs are written, overwritten and asked for: a state of one size, and beside it softmax's cache, which grows. */

import { button, draw, make, set, write } from "../kit/elements.js";
import { softmax } from "../kit/numbers.js";
import { origins } from "../kit/start.js";
import { WIDTH, empty, read } from "./memory.js";
import { STATES, contents, fresh, other, told } from "./pairs.js";
import { model } from "./weights.js";
import { walk } from "./words.js";

/** @import { Kept, Rule } from "./memory.js" */
/** @import { Pair } from "./pairs.js" */
/** @import { Data } from "../kit/start.js" */

const MOST = 8; // pairs, of two tokens each
const LEVELS = 6; // shades of a cell
const FULL = 2; // a number that is drawn in full; a larger one is, too
const LARGE = 0.1; // a probability that is outlined when it is past

/** Numbers as cells, shaded by their size, whatever their sign. */
class Cells {
  /** @param {string} kind whose colour they have @param {number} columns @param {number} rows */
  constructor(kind, columns, rows) {
    this.paths = Array.from({ length: LEVELS }, (_, level) => draw("path", { "fill-opacity": (level + 1) / LEVELS }));
    this.was = draw("path", { class: "was" });
    this.element = draw("svg", { class: `of-${kind}`, viewBox: `0 0 ${columns} ${rows}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...this.paths, this.was);
  }

  /** @param {ArrayLike<number>[]} rows @param {number} most the number that is drawn in full @param {number[]} [was] one row as it was, of which the large ones are outlined */
  show(rows, most, was = []) {
    const shapes = new Array(LEVELS).fill("");
    rows.forEach((row, y) => Array.from(row).forEach((number, x) => {
      const level = Math.min(LEVELS, Math.round(Math.abs(number) / most * LEVELS));
      if (level) shapes[level - 1] += `M${x + 0.05} ${y + 0.05}h.9v.9h-.9z`;
    }));
    shapes.forEach((d, level) => set(this.paths[level], { d }));
    set(this.was, { d: was.map((share, x) => (share >= LARGE ? `M${x} 0h1v1h-1z` : "")).join("") });
  }
}

/** @param {HTMLElement} root @param {string} home @param {Data<[string[][]]>} data */
export async function recall(root, home, { blocks: [[line, [at]]], from }) {
  // The pairs that were written, in turn a key and its value; and the key that is asked for.
  const first = line.flatMap((key, place) => (place % 2 ? [] : [/** @type {Pair} */ ([key, Number(line[place + 1])])]));
  const { tensors, data } = await model("rewritten", home);
  /** @type {string[]} */
  const letters = [...data.letters];
  const values = letters.map((_, value) => value);
  /** @type {{writes: Pair[], asked: string, rule: Rule}} */
  const now = { writes: first, asked: at, rule: "delta" };

  // --- what there is on the page -----------------------------------------------

  /** @param {string} name @param {(string | number)[]} choices */
  function choice(name, choices) {
    const select = make("select", { id: `live-${name}` }, ...choices.map((each) => make("option", { value: String(each), textContent: String(each) })));
    return { select, label: make("label", { htmlFor: select.id, textContent: name }) };
  }
  const key = choice("key", letters);
  const value = choice("value", values);
  const put = button("Write", () => add([key.select.value, Number(value.select.value)]));
  const another = button("New pair", () => add(fresh(now.writes, letters, Math.random)));
  const over = button("Overwrite", () => add(other(now.writes, now.asked, letters.length, Math.random)));
  const again = button("Empty", () => {
    now.writes = [];
    show();
    key.select.focus();
  });
  const rules = STATES.map(({ rule, name }) => ({
    rule,
    each: button(name, () => {
      now.rule = rule;
      show();
    }),
  }));
  const choose = make("div", { className: "type rules", ariaLabel: "The rule by which the state is written" }, make("span", { className: "title", textContent: "the state is written by" }), ...rules.map(({ each }) => each));
  const state = new Cells("state", WIDTH, WIDTH);
  const [keys, tokens] = ["keys", "values"].map((kind) => new Cells(kind, WIDTH, 2 * MOST));
  const sizes = { state: make("b"), cache: make("b") };
  const rows = letters.slice(0, MOST).map(() => {
    const each = button("", () => {
      now.asked = parts.of.textContent ?? "";
      show();
    });
    const parts = { of: make("b"), last: make("span", { className: "last" }) };
    const strips = { state: new Cells("state", letters.length, 1), softmax: new Cells("values", letters.length, 1) };
    each.append(parts.of, parts.last, ...Object.values(strips).map(({ element }) => element));
    return { each, ...parts, strips };
  });
  const list = make("div", { className: "asked", ariaLabel: "Keys that were written: choose one to ask for" }, ...rows.map(({ each }) => each));
  const settle = [walk(list), walk(choose)];
  const says = make("p", { className: "reads", role: "status" });
  root.append(make("div", { className: "live recall", role: "group", ariaLabel: "Two memories to write pairs into" },
    make("div", { className: "type" }, key.label, key.select, value.label, value.select, put, another, over, again),
    choose,
    make("div", { className: "memories" },
      make("div", {}, make("p", { className: "title" }, "state: ", sizes.state, " numbers"), state.element),
      make("div", {}, make("p", { className: "title" }, "softmax\u2019s cache: ", sizes.cache, " numbers, keys and values"), make("div", { className: "cache" }, keys.element, tokens.element))),
    says,
    make("p", { className: "title columns" }, ...["key", "last", "read from the state, 0 to 31", "read from the cache"].map((textContent) => make("span", { textContent }))),
    list,
    make("p", { className: "about", textContent: "Outlined: what was read before the last write." }),
    make("p", { className: "origin" }, "Computed in your browser. Printed by code that was run: ", ...origins(from, home), ".")));

  // --- showing -----------------------------------------------------------------

  /** What a rule keeps of pairs. @param {Rule} rule @param {Pair[]} writes @returns {Kept} */
  const kept = (rule, writes) => writes
    .flatMap(([letter, number]) => [letters.indexOf(letter), letters.length + number])
    .reduce((/** @type {Kept} */ so, id) => read(tensors, rule, so, id).kept, empty());

  /** How likely each value is when a key is asked for. @param {Rule} rule @param {Kept} of @param {string} letter */
  const answer = (rule, of, letter) => softmax(read(tensors, rule, of, letters.indexOf(letter)).logits);

  function show() {
    const last = contents(now.writes);
    if (!last.has(now.asked)) now.asked = now.writes.at(-1)?.[0] ?? "";
    const memory = kept(now.rule, now.writes);
    const all = kept("softmax", now.writes);
    const before = { state: kept(now.rule, now.writes.slice(0, -1)), softmax: kept("softmax", now.writes.slice(0, -1)) };
    const earlier = contents(now.writes.slice(0, -1));
    rules.forEach(({ rule, each }) => { each.ariaPressed = String(rule === now.rule); });
    state.show(memory.state, FULL);
    keys.show(all.keys, FULL);
    tokens.show(all.values, FULL);
    write(sizes.state, String(WIDTH * WIDTH));
    write(sizes.cache, String(2 * WIDTH * all.keys.length));
    const names = [...last.keys()];
    rows.forEach(({ each, of, last: shown, strips }, place) => {
      const letter = names[place];
      each.hidden = !letter;
      if (!letter) return;
      write(of, letter);
      write(shown, String(last.get(letter)));
      each.ariaPressed = String(letter === now.asked);
      /** @param {Rule} rule @param {Kept} was */
      const once = (rule, was) => (earlier.has(letter) ? answer(rule, was, letter) : []);
      strips.state.show([answer(now.rule, memory, letter)], 1, once(now.rule, before.state));
      strips.softmax.show([answer("softmax", all, letter)], 1, once("softmax", before.softmax));
    });
    settle.forEach((each) => each());
    write(says, now.asked
      ? told(now.writes, now.asked, now.rule, answer(now.rule, memory, now.asked), answer("softmax", all, now.asked))
      : "Nothing is written yet.");
    const full = now.writes.length >= MOST;
    for (const each of [put, another, over]) each.disabled = full || (each === over && !now.writes.length);
    again.disabled = !now.writes.length;
    write(over, `Overwrite ${now.asked}`);
  }

  // --- what a reader does ------------------------------------------------------

  /** @param {Pair} pair */
  function add(pair) {
    if (now.writes.length >= MOST) return;
    now.writes = [...now.writes, pair];
    now.asked = pair[0];
    [key.select.value, value.select.value] = [pair[0], String(pair[1])];
    show();
  }

  [key.select.value, value.select.value] = [at, String(first.at(-1)?.[1])];
  root.dataset.ready = "";
  show();
}
