/** The playground: fields, tables, and what their cells are made of. */

import { python } from "./code.js";
import { hidden, road, transposed } from "./road.js";
import {
  EXAMPLES, MATRICES, MOST, Refused, TEMPERATURE,
  arbitrary, decode, encode, opening, readCount, readNumber, readWords, withSize, withWords,
} from "./state.js";

/** @import { Matrix, State } from "./road.js" */
/** @import { Published } from "./state.js" */

/** @typedef {{sentence: string, lit: (HTMLElement | undefined)[]}} Made */

const { formula, make, paint, pretty, table, walk } = grid;
const SYMBOLS = { queries: "W_Q", keys: "W_K", values: "W_V" };
const NAMES = { queries: "Q", keys: "K", values: "V" };
const PAUSE = 200; // milliseconds without typing before the address is written

/** What the outputs of this page show; the playground opens with it. @returns {Published} */
function published() {
  const text = document.querySelector("#code-opens-with + .output code")?.textContent || "";
  const words = [...text.split("tensor")[0].matchAll(/'([^']+)'/g)].map(([, word]) => word);
  const [embeddings, places, ...matrices] = [...text.matchAll(/tensor\(\[(.*?)\]\)/gs)].map(([, rows]) =>
    [...rows.matchAll(/\[(.*?)\]/g)].map(([, row]) => row.split(",").map(Number)));
  return { words, embeddings, places, matrices };
}

/** As torch prints it, with four decimals. @param {number} value */
function shown(value) {
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const text = value.toFixed(4);
  return text === "-0.0000" ? "0.0000" : text;
}

/** For a calculation: up to six decimals. @param {number} value */
const exact = (value) => (Number.isFinite(value) ? String(Number(value.toFixed(6)) || 0) : shown(value));

/** @param {number[]} values */
const line = (values) => values.map(exact).join(" ");

/** @param {Matrix} matrix */
const texts = (matrix) => matrix.map((row) => row.map(shown));

/** @param {HTMLElement} root */
function start(root) {
  const base = published();
  let state = opening(base);
  let steps = road(state, base.places);
  let head = 0;
  /** Words whose vectors mean something: those of the example that was chosen, and ours. */
  let known = base;
  /** What a reader typed and was refused, by field: the element that says so. @type {Map<string, HTMLElement>} */
  const complaints = new Map();
  /** By the name of a matrix, its cells. @type {Map<string, HTMLElement[][]>} */
  const cells = new Map();
  /** @type {HTMLElement[]} */
  let lit = [];
  /** @type {(() => void) | null} */
  let again = null;

  const status = make("p", { className: "status" });
  status.setAttribute("role", "status");
  const made = make("p", { className: "made" }, "Choose a cell: it says what it is made of.");
  made.setAttribute("aria-live", "polite");
  // Words come first and what they give next, so that few keys are between them.
  const panel = make("form", { className: "panel", noValidate: true });
  panel.addEventListener("submit", (event) => event.preventDefault());
  const text = make("div", { className: "words" });
  const results = make("div", { className: "results" });
  const settings = make("div", { className: "settings" });
  panel.append(text, results, settings);
  const note = make("p", { className: "note" });
  note.setAttribute("aria-live", "polite");
  const matrices = make("div");
  const between = make("details", { className: "between" },
    make("summary", { textContent: "The steps between, and every number to edit" }), matrices);
  const code = make("div", { className: "as-code", hidden: true });

  // --- what is typed -------------------------------------------------------------

  /** The place where a field's complaint stands. @param {string} field */
  function complaint(field) {
    const element = make("p", { className: "complaint", id: `refused-${field}` });
    element.setAttribute("aria-live", "polite");
    complaints.set(field, element);
    return element;
  }

  /** @param {string} field @param {string} message none if all is well */
  function complain(field, message) {
    const element = complaints.get(field);
    if (element) element.textContent = message && `${message} The last good state stays.`;
  }

  /**
   * Takes what was typed into a field, or says why not.
   * @param {HTMLInputElement | HTMLSelectElement} input
   * @param {string} field
   * @param {() => State} take
   */
  function take(input, field, take) {
    try {
      const next = take();
      input.removeAttribute("aria-invalid");
      // Another cell of the same matrix may still be wrong.
      const others = root.querySelector(`[aria-describedby="refused-${field}"][aria-invalid]`);
      if (!others) complain(field, "");
      change(next);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      input.setAttribute("aria-invalid", "true");
      complain(field, error.message);
    }
  }

  /**
   * @template {HTMLInputElement | HTMLSelectElement} Input
   * @param {string} field
   * @param {string} label
   * @param {Input} input
   * @param {(input: Input) => State} read
   * @param {HTMLElement} [place]
   */
  function control(field, label, input, read, place = settings) {
    input.id = `play-${field}`;
    input.setAttribute("aria-describedby", `refused-${field}`);
    input.addEventListener("input", () => take(input, field, () => read(input)));
    const named = make("label", { htmlFor: input.id, textContent: label });
    const both = input.type === "checkbox" ? [input, named] : [named, input];
    place.append(make("div", { className: `field ${field}` }, ...both, complaint(field)));
    return input;
  }

  /** @param {string} type */
  const blank = (type) => make("input", { type, autocomplete: "off", spellcheck: false });

  /** @param {number} most */
  const counts = (most) => make("select", {}, ...Array.from({ length: most }, (_, place) =>
    make("option", { textContent: String(place + 1) })));

  const example = make("select", { id: "play-example" }, ...["The running example", ...EXAMPLES.map(({ name }) => name)]
    .map((name) => make("option", { textContent: name })));
  example.addEventListener("input", () => {
    status.textContent = "";
    show(choose(example.selectedIndex));
    remember();
  });
  text.append(make("div", { className: "field example" },
    make("label", { htmlFor: example.id, textContent: "Example" }), example));

  /** Words, numbers and matrices of an example, the first of which is ours. @param {number} place */
  function choose(place) {
    example.selectedIndex = place;
    const chosen = place ? EXAMPLES[place - 1].state : opening(base);
    const { words, embeddings } = chosen;
    known = { ...base, words: [...words, ...base.words], embeddings: [...embeddings, ...base.embeddings] };
    return chosen;
  }

  const fields = {
    words: control("words", `Words, ${MOST.words} at most`, blank("text"),
      (input) => withWords(state, readWords(input.value), known), text),
    positions: control("positions", "Positions", blank("checkbox"),
      (input) => ({ ...state, positions: input.checked })),
    scaling: control("scaling", "Scaling", blank("checkbox"),
      (input) => ({ ...state, scaling: input.checked })),
    causal: control("causal", "Causal mask", blank("checkbox"),
      (input) => ({ ...state, causal: input.checked })),
    temperature: control("temperature", "Temperature", blank("text"), (input) => ({
      ...state,
      temperature: readNumber(input.value, "temperature", TEMPERATURE.least, TEMPERATURE.most),
    })),
    heads: control("heads", "Heads", counts(MOST.heads),
      (input) => withSize(state, readCount(input.value, "heads", MOST.heads), state.width, base)),
    width: control("width", "d_out, of each head", counts(MOST.width),
      (input) => withSize(state, state.queries.length, readCount(input.value, "width", MOST.width), base)),
  };
  text.append(note);

  /** What the numbers of the words mean, or that they mean nothing. */
  function tellMeaning() {
    const meant = example.selectedIndex ? EXAMPLES[example.selectedIndex - 1].note : "";
    const without = [...new Set(arbitrary(state, known))].map((word) => `\u201c${word}\u201d`);
    const said = `${meant} ${without.length
      ? `Arbitrary: ${without.join(", ")} got numbers made from the letters, which mean nothing.` : ""}`.trim();
    if (note.textContent !== said) note.textContent = said;
  }

  fields.temperature.inputMode = "decimal";

  /** @param {string} text @param {() => void} act */
  function button(text, act) {
    const element = make("button", { type: "button", textContent: text });
    element.addEventListener("click", act);
    return element;
  }
  const asCode = button("Show as code", toggleCode);
  asCode.setAttribute("aria-expanded", "false");
  const buttons = make("div", { className: "buttons" },
    asCode,
    button("Copy the address", () => {
      remember();
      void copy(location.href);
    }),
    button("Reset", () => {
      status.textContent = "These are the published numbers.";
      show(choose(0));
      clearTimeout(waiting); // what was typed just before is not to come back
      history.replaceState(null, "", location.pathname + location.search);
    }));

  /**
   * A matrix that can be edited.
   * @param {"embeddings" | "queries" | "keys" | "values"} name
   * @param {string} caption
   * @param {string[]} rows
   */
  function editable(name, caption, rows) {
    const matrix = name === "embeddings" ? state.embeddings : state[name][head];
    const shape = table(texts(matrix), { rows, caption });
    cells.set(name, shape.cells);
    shape.element.dataset.matrix = name;
    shape.element.classList.add("editable");
    shape.cells.forEach((row, r) => row.forEach((cell, c) => {
      const input = blank("text");
      input.inputMode = "decimal";
      input.value = String(matrix[r][c]);
      input.setAttribute("aria-label", `${caption}, ${shape.rows[r]} ${shape.columns[c]}`);
      input.setAttribute("aria-describedby", `refused-${name}`);
      cell.replaceChildren(input);
      input.addEventListener("input", () => take(input, name, () => {
        const number = readNumber(input.value, name);
        /** @param {Matrix} old */
        const edited = (old) => old.map((line, place) => (place === r ? line.with(c, number) : line));
        if (name === "embeddings") return { ...state, embeddings: edited(state.embeddings) };
        return { ...state, [name]: state[name].with(head, edited(state[name][head])) };
      }));
    }));
    return make("div", { className: "wide" }, shape.element, complaint(name));
  }

  // --- what is shown -------------------------------------------------------------

  /** The cells of a row, or of a column. @param {string} name @param {number} row */
  const row = (name, row) => cells.get(name)?.[row] || [];
  /** @param {string} name @param {number} column */
  const column = (name, column) => (cells.get(name) || []).map((each) => each[column]);
  /** @param {string} name @param {number} r @param {number} c */
  const cell = (name, r, c) => cells.get(name)?.[r]?.[c];

  /** @param {string} kind @param {number} left @param {number} right */
  const pair = (kind, left, right) =>
    formula({ kind, left: { 0: exact(left) }, right: exact(right) }, 0, 0);
  /** @param {number[]} left @param {number[]} right */
  const product = (left, right) =>
    formula({ kind: "product", left: { 0: line(left) }, right: { 0: line(right) } }, 0, 0);

  /** @param {"queries" | "keys" | "values"} name @returns {(r: number, c: number) => Made} */
  const projected = (name) => (r, c) => ({
    sentence: product(steps.X[r], state[name][head][c]),
    lit: [...row("X", r), ...row(name, c)],
  });

  /** By matrix: what a cell is made of. @type {Record<string, (r: number, c: number) => Made>} */
  const about = {
    X: (r, c) => ({
      sentence: state.positions ? pair("+", state.embeddings[r][c], base.places[r][c]) : "",
      lit: [cell("embeddings", r, c), cell("places", r, c)],
    }),
    Q: projected("queries"),
    K: projected("keys"),
    V: projected("values"),
    scores: (r, c) => ({
      sentence: product(steps.heads[head].Q[r], steps.heads[head].K[c]),
      lit: [...row("Q", r), ...row("K", c)],
    }),
    scaled: (r, c) => {
      const by = [state.scaling && exact(Math.sqrt(state.width)), state.temperature !== 1 && exact(state.temperature)];
      const score = pretty(exact(steps.heads[head].scores[r][c]));
      return { sentence: [score, ...by.filter(Boolean)].join(" / "), lit: [cell("scores", r, c)] };
    },
    masked: (r, c) => ({
      sentence: hidden(state, r, c)
        ? `${state.words[c]} comes after ${state.words[r]}: ${formula({ kind: "fill", value: "-inf" }, r, c)}`
        : pretty(exact(steps.heads[head].scaled[r][c])),
      lit: [cell("scaled", r, c)],
    }),
    weights: (r, c) => ({
      sentence: formula({ kind: "softmax", of: { [r]: line(steps.heads[head].masked[r]) }, at: { [c]: String(c) } }, r, c),
      lit: row("masked", r),
    }),
    Z: (r, c) => {
      const [which, feature] = [Math.floor(c / state.width), c % state.width];
      const { weights, V } = steps.heads[which];
      const here = which === head ? [...row("weights", r), ...column("V", feature)] : [];
      const whose = state.queries.length > 1 ? `head ${which}: ` : "";
      return { sentence: `${whose}${product(weights[r], transposed(V)[feature])}`, lit: here };
    },
  };

  /** @param {string} name @param {number} r @param {number} c @param {string} labels */
  function explain(name, r, c, labels) {
    const { sentence, lit: parts } = about[name](r, c);
    const value = pretty(cell(name, r, c)?.textContent || "");
    const equals = sentence.includes("set to") ? "" : ` = ${value}`;
    made.replaceChildren(make("b", { textContent: labels }), ` ${sentence}${sentence ? equals : value}`);
    for (const element of lit) element.classList.remove("lit");
    lit = [...parts, cell(name, r, c)].filter((element) => element !== undefined);
    for (const element of lit) element.classList.add("lit");
  }

  /**
   * A matrix that is computed.
   * @param {string} name
   * @param {string} caption
   * @param {{rows?: string[], columns?: string[], role?: string}} [labels]
   */
  function computed(name, caption, labels = {}) {
    const drawn = table(texts(valuesOf(name)), { ...labels, caption });
    drawn.element.dataset.matrix = name;
    cells.set(name, drawn.cells);
    if (name in about) {
      walk(drawn, (r, c) => {
        const words = `${caption.split(" ")[0]}, ${drawn.rows[r]}, ${drawn.columns[c]}`;
        again = () => explain(name, r, c, words);
        again();
      });
    }
    return make("div", { className: "wide" }, drawn.element);
  }

  /** @param {string} name @returns {Matrix} */
  function valuesOf(name) {
    if (name === "X" || name === "Z") return steps[name];
    if (name === "places") return base.places.slice(0, state.words.length);
    return steps.heads[head][/** @type {keyof typeof steps.heads[0]} */ (name)];
  }

  /** @param {string} title @param {...Node} parts */
  const step = (title, ...parts) => [
    make("h2", { textContent: title }),
    make("div", { className: "of" }, ...parts),
  ];

  /** Everything anew: another number of words, heads or rows. */
  function rebuild() {
    const { words, queries } = state;
    const heads = queries.length;
    head = Math.min(head, heads - 1);
    cells.clear();
    again = null;
    lit = [];
    const both = { rows: words, columns: words };
    const columns = heads > 1
      ? steps.Z[0].map((_, place) => `${Math.floor(place / state.width)}: ${place % state.width}`)
      : undefined;
    matrices.replaceChildren(
      ...step("Words in their places",
        editable("embeddings", "embeddings", words),
        ...(state.positions ? [computed("places", "places", { rows: words })] : []),
        computed("X", state.positions ? "X = embeddings + places" : "X = embeddings", { rows: words })),
      ...step(heads > 1 ? `Weight matrices of head ${head}` : "Weight matrices",
        ...MATRICES.map((name) => editable(name, SYMBOLS[name], rowNames(state.width)))),
      ...step("Queries, keys, values", ...MATRICES.map((name) =>
        computed(NAMES[name], `${NAMES[name]} = X ${SYMBOLS[name]}\u1d40`, { rows: words }))),
      ...step("Scores", computed("scores", "scores = Q K\u1d40", { ...both, role: "score" }),
        computed("scaled", scaledCaption(), { ...both, role: "score" }),
        computed("masked", state.causal ? "masked: later words hidden" : "masked: nothing is hidden", { ...both, role: "score" })),
    );
    results.replaceChildren(
      ...(heads > 1 ? [chooser(heads)] : []),
      ...step("Weights", computed("weights", "weights = softmax of each masked row", { ...both, role: "weight" })),
      ...step("Context vectors",
        computed("Z", heads > 1 ? "Z = weights V, heads side by side" : "Z = weights V", { rows: words, columns, role: "context" })),
    );
  }

  function scaledCaption() {
    const by = [state.scaling && "\u221ad_out", state.temperature !== 1 && "temperature"].filter(Boolean);
    return by.length ? `scaled = scores / ${by.join(" / ")}` : "scaled = scores: not scaled";
  }

  /** @param {number} length */
  const rowNames = (length) => Array.from({ length }, (_, place) => `[${place}]`);

  /** Which head is shown. @param {number} heads */
  function chooser(heads) {
    const choices = Array.from({ length: heads }, (_, place) => {
      const input = make("input", { type: "radio", name: "head", id: `head-${place}`, checked: place === head });
      input.addEventListener("change", () => {
        head = place;
        rebuild();
        document.getElementById(input.id)?.focus();
      });
      return make("label", {}, input, ` head ${place}`);
    });
    return make("fieldset", { className: "choice" }, make("legend", { textContent: "Head shown" }), ...choices);
  }

  // --- from one state to the next --------------------------------------------------

  /** What the tables are, other than their numbers. @param {State} of */
  const form = ({ words, width, queries, positions, scaling, causal, temperature }) =>
    JSON.stringify([words, width, queries.length, positions, scaling, causal, temperature !== 1]);

  /** @param {State} next */
  function change(next) {
    const same = form(next) === form(state);
    state = next;
    steps = road(state, base.places);
    status.textContent = "";
    if (same) {
      for (const [name, drawn] of cells)
        if (name in about) paint(/** @type {HTMLTableCellElement[][]} */ (drawn), texts(valuesOf(name)), name === "weights" ? "weight" : "");
      again?.();
    } else rebuild();
    tellMeaning();
    if (!code.hidden) write();
    later();
  }

  /** A state that was not typed: all fields say so. @param {State} next */
  function show(next) {
    state = next;
    steps = road(state, base.places);
    fields.words.value = state.words.join(" ");
    fields.heads.value = String(state.queries.length);
    fields.width.value = String(state.width);
    fields.temperature.value = String(state.temperature);
    for (const name of /** @type {const} */ (["positions", "scaling", "causal"])) fields[name].checked = state[name];
    for (const input of Object.values(fields)) input.removeAttribute("aria-invalid");
    for (const field of complaints.keys()) complain(field, "");
    rebuild();
    tellMeaning();
    if (!code.hidden) write();
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  function later() {
    clearTimeout(waiting);
    waiting = setTimeout(remember, PAUSE);
  }
  function remember() {
    clearTimeout(waiting);
    history.replaceState(null, "", `#${encode(state)}`);
  }

  /** Takes the state of the address, if it has one. */
  function arrive() {
    const hash = location.hash.slice(1);
    if (!hash.includes("=")) return;
    try {
      show(decode(hash));
      const place = EXAMPLES.findIndex(({ state: made }) => encode(made) === hash);
      if (place >= 0) choose(place + 1);
      tellMeaning();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      status.textContent = "The address was altered, and is not taken.";
      complain(complaints.has(error.field) ? error.field : "words", error.message);
    }
  }

  // --- as code -------------------------------------------------------------------

  function write() {
    const text = python(state, base.places);
    const block = make("pre", {}, make("code", { textContent: text, tabIndex: 0 }));
    code.replaceChildren(block, button("Copy the code", () => void copy(text)));
  }

  /** @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = "Copied.";
    } catch {
      status.textContent = "The browser does not let this page copy.";
    }
  }

  function toggleCode() {
    const open = code.hidden;
    if (open) write();
    code.hidden = !open;
    asCode.setAttribute("aria-expanded", String(open));
    asCode.textContent = open ? "Hide the code" : "Show as code";
  }

  root.replaceChildren(panel, buttons, status, code, between, made);
  show(choose(0));
  arrive();
  addEventListener("hashchange", arrive);
  root.dataset.ready = "";
}

const root = document.getElementById("playground");
// After the theme's start, and not in one task with it: that would lay all of this out twice.
if (root) addEventListener("DOMContentLoaded", () => setTimeout(start, 0, root));
