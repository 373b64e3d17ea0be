/** An induction circuit: two copies of a sequence, two hops between them, and heads to cut. */

import { largest } from "./attention.js";
import { button, draw, make, set, write } from "../kit/elements.js";
import { best } from "../kit/numbers.js";
import { origins } from "../kit/start.js";
import { BACK, COPY, answer, hopsOf, named, told, verdict } from "./circuit.js";
import { attentionOnly } from "./engine.js";
import { Heads } from "./heads.js";
import { Lines } from "./lines.js";
import { Slices } from "./slices.js";
import { model } from "./weights.js";
import { walk } from "./words.js";

/** @import { Box } from "./lines.js" */
/** @import { Data } from "../kit/start.js" */

const LAYERS = [
  { path: "layers.0", name: "layer 0", of: "", heads: 2 },
  { path: "layers.1", name: "layer 1", of: "", heads: 2 },
];
const [LEAST, MOST, KINDS] = [4, 12, 16]; // numbers in a copy, and how many there are
const THICK = 9; // pixels of a weight of 1
const FAINT = 0.05; // a smaller weight is not drawn

/** Draws without putting back. @param {number[]} numbers */
function shuffled(numbers) {
  const left = [...numbers];
  for (let last = left.length - 1; last > 0; last--) {
    const place = Math.floor(Math.random() * (last + 1));
    [left[last], left[place]] = [left[place], left[last]];
  }
  return left;
}

/** @param {HTMLElement} root @param {string} home @param {Data<[[{texts: string[]}]]>} data both copies as they were drawn, and the number that is looked at */
export async function induction(root, home, { blocks: [[{ texts }]], opens, from }) {
  const drawn = texts.map(Number);
  const numbers = drawn.slice(0, drawn.length / 2);
  const { tensors, data } = await model("induction", home);
  /** @type {number[][]} */
  const scored = data.sequences.map((/** @type {string} */ row) => Array.from(row, (token) => Number.parseInt(token, 16)));
  const state = { first: numbers, second: numbers, at: numbers.indexOf(Number(opens)), /** @type {Set<string>} */ cut: new Set(), view: "" };
  const slices = new Slices();
  let result = attentionOnly(tensors, [...numbers, ...numbers]);

  // --- what there is on the page -----------------------------------------------

  const fresh = button("Other numbers", () => other(state.first.length));
  const mix = button("Mix the second copy", () => {
    const { first, second } = state;
    state.second = first === second ? shuffled(first) : first;
    run();
  });
  const length = make("input", { id: "live-length", type: "range", min: String(LEAST), max: String(MOST), value: String(numbers.length) });
  const many = make("label", { htmlFor: length.id });
  const places = Array.from({ length: MOST }, (_, place) => place);
  const chips = places.map(() => make("span", { className: "word" }));
  const queries = places.map((place) => button("", () => {
    state.at = place;
    show();
  }, { className: "word" }));
  const guesses = places.map(() => make("span"));
  const again = make("div", { className: "copy", ariaLabel: "Second copy: choose a number to see what it attends to" }, ...queries);
  const settle = walk(again);
  const stage = make("div", { className: "copies" },
    make("p", { className: "title", textContent: "first copy" }), make("div", { className: "copy" }, ...chips),
    make("p", { className: "title", textContent: "second copy" }), again,
    make("p", { className: "title", textContent: "says next" }), make("div", { className: "copy guesses" }, ...guesses));
  const lines = new Lines(stage);
  const marks = ["1", "2"].map((name) => draw("g", { class: "hop" }, draw("circle", { r: 9 }), draw("text", { dy: "0.35em", "text-anchor": "middle" }, name)));
  const says = make("b");
  const hops = [make("li"), make("li")];
  const reads = make("div", { className: "reads", role: "status" }, make("p", {}, says), make("ol", {}, ...hops));
  const heads = new Heads(LAYERS, (key) => {
    state.view = state.view === key ? "" : key;
    show();
  }, cut);
  const share = make("b");
  const bar = make("span", { className: "bar" });
  const counted = make("p", { className: "counted", role: "status" });
  const live = make("div", { className: "live induction", role: "group", ariaLabel: "An induction circuit to take apart" },
    make("div", { className: "type" }, fresh, mix, many, length),
    make("div", { className: "bench" },
      make("div", { className: "sentence" }, stage, reads),
      make("div", { className: "result" }, make("p", { className: "count" }, share, ` of ${(9 * scored.length).toLocaleString("en")} numbers right`), bar, counted),
      heads.element),
    make("p", { className: "origin" }, "Computed in your browser. Printed by code that was run: ", ...origins(from, home), "."));

  // --- showing -----------------------------------------------------------------

  function run() {
    state.at = Math.min(state.at, state.second.length - 1);
    result = attentionOnly(tensors, [...state.first, ...state.second], { cut: state.cut });
    show();
  }

  function show() {
    const { first, second, cut: gone, view } = state;
    const both = [...first, ...second];
    const query = first.length + state.at;
    const [path, head] = (view || COPY).split(":");
    const weights = result.maps[path][Number(head)][query];
    stage.style.setProperty("--numbers", String(first.length));
    write(many, `${first.length} numbers`);
    mix.ariaPressed = String(first !== second);
    places.forEach((place) => {
      const there = place < first.length;
      for (const each of [chips, queries, guesses]) each[place].hidden = !there;
      if (!there) return;
      write(chips[place], String(first[place]));
      write(queries[place], String(second[place]));
      chips[place].style.setProperty("--attended", weights[place].toFixed(3));
      queries[place].style.setProperty("--attended", (weights[first.length + place] ?? 0).toFixed(3));
      queries[place].ariaPressed = String(place === state.at);
      const said = best(result.logits[first.length + place]);
      const right = answer(first, second[place]);
      guesses[place].className = right === undefined ? "" : said === right ? "good" : "bad";
      write(guesses[place], `${said}\n${right === undefined ? "?" : said === right ? "\u2713" : "\u2717"}`);
    });
    settle();
    heads.show(result.maps, gone, view, (each) => (each === path ? query : -1));
    const found = hopsOf(result.maps, query);
    write(says, verdict(second[state.at], best(result.logits[query]), answer(first, second[state.at])));
    const texts = view
      ? [`Layer ${path.at(-1)}, head ${head} alone: ${both[query]} attends to ${largest([...weights], both.map(String)) || "no number in particular"}.`, ""]
      : told(found, both, query, gone);
    hops.forEach((hop, place) => {
      write(hop, texts[place]);
      hop.hidden = !texts[place];
    });
    reads.classList.toggle("alone", Boolean(view));
    connect();
  }

  /** @param {Box} from @param {Box} to above or beside it */
  function curve(from, to) {
    const [x, toX] = [from, to].map(({ left, right }) => Math.round((left + right) / 2));
    if (from.top > to.bottom) {
      const middle = (from.top + to.bottom) / 2;
      return { d: `M${x},${from.top}C${x},${middle},${toX},${middle},${toX},${to.bottom}`, x: (x + toX) / 2, y: middle };
    }
    const bend = from.top - 16 - Math.min(16, Math.abs(x - toX) / 8);
    return { d: `M${x},${from.top}C${x},${bend},${toX},${bend},${toX},${to.top}`, x: (x + toX) / 2, y: (from.top + 3 * bend) / 4 };
  }

  function connect() {
    const { first, cut: gone, view } = state;
    const all = [...chips.slice(0, first.length), ...queries.slice(0, first.length)].map((each) => lines.box(each));
    const query = first.length + state.at;
    const { found, before } = hopsOf(result.maps, query);
    /** @param {string} key @param {number} of a query */
    const bands = (key, of) => {
      const [path, head] = key.split(":");
      return result.maps[path][Number(head)][of].flatMap((weight, place) =>
        (weight < FAINT || place === of ? [] : [{ d: curve(all[of], all[place]).d, width: Math.max(1, THICK * weight), cut: gone.has(key) }]));
    };
    lines.show(view ? bands(view, query) : [...bands(BACK, found), ...bands(COPY, query)]);
    lines.element.append(...marks); // above the bands
    [[found, before], [query, found]].forEach(([of, to], place) => {
      const { x, y } = curve(all[of], all[to]);
      marks[place].toggleAttribute("hidden", Boolean(view) || of === to);
      set(marks[place], { transform: `translate(${x},${y})` });
    });
  }

  // --- what a reader does ------------------------------------------------------

  /** @param {string[]} keys @param {boolean} off */
  function cut(keys, off) {
    for (const key of keys) state.cut[off ? "add" : "delete"](key);
    run();
    score();
  }

  /** @param {number} count */
  function other(count) {
    state.first = shuffled([...Array(KINDS).keys()]).slice(0, count);
    state.second = state.first;
    run();
  }
  length.addEventListener("input", () => other(Number(length.value)));

  /** Counts in the second copies of the lesson's sequences. */
  function score() {
    const switches = { cut: new Set(state.cut) };
    let right = 0;
    delete root.dataset.right;
    write(counted, "");
    slices.run(scored.length, (place) => {
      const row = scored[place];
      const { logits } = attentionOnly(tensors, [...row, ...row].slice(0, -1), switches);
      for (let each = 1; each < row.length; each++) right += Number(best(logits[row.length + each - 1]) === row[each]);
    }, (done) => {
      const found = (right / (9 * done)).toFixed(2);
      write(share, found);
      bar.style.setProperty("--share", found);
      if (done < scored.length) return;
      write(counted, `${switches.cut.size ? `Without ${named(switches.cut)}` : "Whole"}: ${found} right, in the second copies of the lesson\u2019s sequences.`);
      root.dataset.right = found;
    });
  }

  root.append(live);
  root.dataset.ready = "";
  run();
  score();
  new ResizeObserver(connect).observe(stage);
}
