/** Take a translator apart: a sentence is typed, heads are cut, and 160 sentences are counted. */

import { keysOf, largest, shares } from "./attention.js";
import { button, make, write } from "../kit/elements.js";
import { best, softmax } from "../kit/numbers.js";
import { origins } from "../kit/start.js";
import { translate, translator } from "./engine.js";
import { Heads, told } from "./heads.js";
import { Lines, bands } from "./lines.js";
import { Link, decode, encode } from "./link.js";
import { about, read } from "./sentences.js";
import { Slices, Steps } from "./slices.js";
import { model } from "./weights.js";
import { Words, walk } from "./words.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Maps } from "./engine.js" */
/** @import { Grammar } from "./sentences.js" */

/** @typedef {{name: string, right: number, women: number, words: string}} Printed what was printed of an experiment */

const [ENCODER, DECODER, CROSS] = ["encoder.0.attention", "decoder.0.attention", "decoder.0.cross_attention"];
const HEADS = 4;
const LAYERS = [
  { path: ENCODER, name: "encoder", of: "English to English", heads: HEADS },
  { path: CROSS, name: "cross", of: "Hindi to English", heads: HEADS },
  { path: DECODER, name: "decoder", of: "Hindi to Hindi", heads: HEADS },
];
const [START, END] = [1, 2]; // ids
const LIKELY = 4; // candidates that are shown
const HALF = 80; // held-out sentences about women, and about men

/**
 * @typedef {object} Experiment
 * @property {string[]} cut
 * @property {string} english
 * @property {number} at the Hindi word that is looked at
 * @property {(printed: Printed) => string} says what it shows, which tests hold it to
 */

/** @type {Record<string, Experiment>} */
const EXPERIMENTS = {
  "all heads": {
    cut: [], english: "the girl does not read the book", at: 3,
    says: ({ right }) => `With all heads, ${right} of 160 are right. Choose a word to see what it attends to. Then cut something.`,
  },
  "no gender": {
    cut: [`${DECODER}:1`, `${DECODER}:3`], english: "the girl does not read the book", at: 3,
    says: ({ right, women }) => `Two heads are cut. Here, both attend from the verb to la\u1e5bk\u012b, the girl. Now she gets a boy\u2019s verb. Of ${HALF} sentences about women and girls, ${women} are right; of ${HALF} about men and boys, ${right - women}.`,
  },
  "only one of them": {
    cut: [`${DECODER}:3`], english: "the girl does not read the book", at: 3,
    says: ({ right }) => `One of those two heads is back, and ${right} of 160 are right. A head that can be cut at little cost may still do the work: the other one backs it up.`,
  },
  "mistaken identity": {
    cut: [`${CROSS}:3`], english: "the boys do not eat the mango", at: 0,
    says: () => "One cross-attention head is cut. Boys and a woman turn into \u0101dm\u012b, man or men, and one girl into several. All other subjects keep their noun.",
  },
  "lose the verb": {
    cut: [`${CROSS}:0`, `${CROSS}:2`], english: "the girl does not read the book", at: 3,
    says: ({ right }) => `Two cross-attention heads are cut. Here, both attend from the verb to \u201cread\u201d. Now the girl does not eat the book, and ${right} of 160 are right.`,
  },
  "eyes closed": {
    cut: keysOf(CROSS, HEADS), english: "the women do not bring the bread", at: 2,
    says: ({ words }) => `All cross-attention is cut: nothing of the English gets through. Whatever you type, it writes ${words}, \u201cthe man sees the apple\u201d.`,
  },
};

/** "no gender 82 right 3 about women laṛkī …" @param {string[]} line @returns {Printed} */
function experiment(line) {
  const at = line.indexOf("right") - 1;
  return { name: line.slice(0, at).join(" "), right: Number(line[at]), women: Number(line[at + 2]), words: line.slice(at + 5).join(" ") };
}

/** Without experiments it is a translator to play with. @param {HTMLElement} root @param {string} home @param {Data<string[][][]>} data */
export async function apart(root, home, { blocks: [lines = []], from }) {
  const experiments = lines.map(experiment);
  const { tensors, data } = await model("translator", home);
  const grammar = /** @type {Grammar} */ (data);
  const { english, hindi, latin, gloss, verbs, held, learned } = grammar;
  const answers = new Map([...learned, ...held]);
  const known = english.slice(END + 1);
  const state = {
    english: EXPERIMENTS["all heads"].english,
    /** @type {Set<string>} */ cut: new Set(),
    /** @type {Record<number, number>} */ given: {},
    side: "hindi", at: 3, view: "", shown: Infinity,
  };
  const steps = new Steps();
  const slices = new Slices();

  /** @param {string} text */
  const ids = (text) => [START, ...text.split(" ").map((word) => english.indexOf(word)), END];
  /** @param {number} id */
  const name = (id) => (id === START ? "begin" : id === END ? "end" : latin[id]);
  /** @param {number} id */
  function meaning(id) {
    const form = verbs[hindi[id]];
    if (!form) return id === END ? "" : gloss[id];
    return `${form[0]}, ${form[1]}.${form[2] === "several" ? " pl." : ""}`;
  }

  let source = ids(state.english);
  let result = translate(tensors, source, { start: START, end: END });

  // --- what there is on the page -----------------------------------------------

  const cards = experiments.map(({ name: title, right }) => {
    const bar = make("span", { className: "bar" });
    bar.style.setProperty("--share", String(right / held.length));
    const card = button("", () => perform(title));
    card.append(make("span", { className: "name", textContent: title }), make("b", { textContent: String(right) }), bar);
    return { title, button: card };
  });
  const tests = make("div", { className: "tests", role: "group", ariaLabel: "Experiments, and how many of 160 sentences are right" }, ...cards.map(({ button }) => button));
  const right = make("b");
  const claim = make("p", { className: "claim", role: "status" });
  const back = button("Put all heads back", () => {
    cut([...state.cut], false);
    box.focus(); // the button is gone
  });
  const box = make("input", { id: "live-english", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false, value: state.english });
  const link = new Link(() => encode(LAYERS, state.english, state.cut), (hash) => decode(LAYERS, hash) && arrive(hash));
  const another = button("Another", () => enter(held[Math.floor(Math.random() * held.length)][0]));
  const play = button("Play", () => steps.play(result.written.length, (shown) => {
    state.shown = shown < result.written.length ? shown : Infinity;
    look("hindi", shown < result.written.length ? shown - 1 : verbAt());
  }));
  const note = make("span");
  const instead = button("", () => {
    enter(instead.value);
    box.focus();
  });
  const left = new Words("English words: choose one to see what it attends to", (place) => look("english", place));
  const rightWords = new Words("Hindi words: choose one to see what was attended to when it was written", (place) => look("hindi", place - 1));
  const refused = make("div", { className: "refused", hidden: true }, make("p", { role: "status" }, note), instead);
  const stage = make("div", { className: "stage" }, left.element, rightWords.element);
  const overlay = new Lines(stage);
  stage.append(refused);
  const reads = make("p", { className: "reads", ariaLive: "polite" });
  const verdict = make("p", { className: "verdict", role: "status" });
  const heads = new Heads(LAYERS, view, cut);
  const choices = Array.from({ length: LIKELY }, (_, place) => {
    const parts = { word: make("b", { lang: "hi" }), latin: make("i", { lang: "hi-Latn" }), bar: make("span", { className: "bar" }), share: make("span") };
    const choice = button("", () => force(candidates()[place].id));
    choice.append(...Object.values(parts));
    return { ...parts, button: choice };
  });
  const list = make("div", { className: "choices", ariaLabel: "What it might write here" }, ...choices.map(({ button }) => button));
  const settle = walk(list);
  const mistake = button("Show a mistake", () => {
    const wrong = held.filter((_, place) => scored[place] === false).map(([text]) => text);
    enter(wrong[(wrong.indexOf(state.english) + 1) % wrong.length]);
  });

  // --- running -----------------------------------------------------------------

  function run() {
    source = ids(state.english);
    result = translate(tensors, source, { start: START, end: END, cut: state.cut, given: state.given });
    if (state.side === "hindi") state.at = Math.min(state.at, result.written.length - 1);
    show();
    link.keep();
  }

  /** @param {string} path @param {number} query */
  const attended = (path, query) => shares(/** @type {Maps} */ (result.maps), path, query, state.cut, state.view);

  /** Candidates at the word that is looked at, the likeliest first. */
  const candidates = () => softmax(result.logits[state.at])
    .map((share, id) => ({ share, id }))
    .sort((a, b) => b.share - a.share)
    .slice(0, LIKELY);

  // --- showing -----------------------------------------------------------------

  function show() {
    const writes = state.side === "hindi";
    const written = result.written.slice(0, state.shown);
    const over = attended(writes ? CROSS : ENCODER, state.at);
    const back = writes ? attended(DECODER, state.at) : { kept: [], cut: [] };
    const expected = [...(answers.get(state.english) ?? []), END];
    left.show(source.map((id, place) => ({
      text: id > END ? english[id] : name(id), share: over.kept[place], kind: id > END ? "" : "mark",
    })), writes ? -1 : state.at);
    rightWords.show([START, ...result.written].map((id, place) => ({
      text: id > END ? hindi[id] : name(id), lang: id > END ? "hi" : "", latin: id > END ? latin[id] : "", gloss: id > END ? meaning(id) : "",
      share: back.kept[place] ?? 0, fixed: place === 0 || place > written.length,
      kind: [
        id > END ? "" : "mark", place > written.length ? "later" : "", state.given[place] ? "given" : "",
        answers.has(state.english) && place && expected[place - 1] !== id ? "wrong" : "",
      ].join(" "),
    })), writes ? state.at + 1 : -1);
    connect();
    heads.show(/** @type {Maps} */ (result.maps), state.cut, state.view, (path) => ((path === ENCODER) === writes ? -1 : state.at));
    write(reads, sentence());
    judge();
    choose();
  }

  function connect() {
    const writes = state.side === "hindi";
    const query = writes ? rightWords.chips[state.at + 1] : left.chips[state.at];
    /** @param {string} path @param {Words} words @param {"across" | "left" | "right"} way */
    const of = (path, words, way) => {
      const { kept, cut: gone } = attended(path, state.at);
      const to = overlay.box(query.button);
      const room = way === "left" ? to.left : stage.clientWidth - to.right;
      return bands(way, to, kept.map((weight, place) => ({ from: overlay.box(words.chips[place].button), kept: weight, cut: gone[place] })), room);
    };
    overlay.show(writes ? [...of(CROSS, left, "across"), ...of(DECODER, rightWords, "right")] : of(ENCODER, left, "left"));
  }

  /** What the picture shows, in words. */
  function sentence() {
    const writes = state.side === "hindi";
    const englishNames = source.map((id) => (id > END ? english[id] : name(id)));
    const hindiNames = [START, ...result.written].map(name);
    const [path, head] = state.view.split(":");
    const layer = LAYERS.find((each) => each.path === path);
    const parts = (writes ? [{ of: CROSS, names: englishNames }, { of: DECODER, names: hindiNames }] : [{ of: ENCODER, names: englishNames }])
      .filter((each) => !layer || each.of === path)
      .map(({ of, names }) => ({ of, ...attended(of, state.at), names }));
    const where = { [CROSS]: " in the English", [DECODER]: " in the Hindi so far", [ENCODER]: "" };
    const kept = parts.map(({ of, kept: weights, names }) => [largest(weights, names), where[of]]).filter(([all]) => all).map((all) => all.join("")).join(", and to ");
    const gone = parts.map(({ cut: weights, names }) => largest(weights, names, 2)).filter(Boolean).join(", ");
    const begin = writes ? (result.written[state.at] === END ? "To stop" : `To write ${name(result.written[state.at])}`) : `In the encoder, \u201c${englishNames[state.at]}\u201d`;
    const who = layer ? `${layer.name} head ${head}` : "it";
    const does = writes ? `${begin}, ${who} attends to ` : `${begin} attends to `;
    const what = kept ? `${does}${kept}.` : gone ? `${begin}${writes ? ", it" : ""} is left with next to nothing.` : `${does}no word in particular.`;
    return gone ? `${what} ${layer ? "Now it is cut. It attended" : "The heads that are cut attend"} to ${gone}.` : what;
  }

  function judge() {
    const expected = answers.get(state.english);
    const written = result.written.filter((id) => id !== END);
    const same = expected && expected.join() === written.join();
    const given = Object.keys(state.given).length > 0;
    const done = state.shown >= result.written.length;
    verdict.replaceChildren(refused.hidden ? "" : "Above is still the last sentence that it could read.");
    if (!done || !refused.hidden) return;
    const spell = (/** @type {number[]} */ all, /** @type {number[]} */ than) => all.flatMap((id, place) => [" ", make(than[place] === id ? "span" : "mark", { lang: "hi-Latn", textContent: latin[id] })]);
    if (!expected) verdict.append("It writes", ...spell(written, written), ".");
    else if (same) verdict.append(make("b", { className: "good", textContent: "\u2713 Right:" }), ...spell(written, expected), ".");
    else verdict.append(make("b", { className: given ? "" : "bad", textContent: given ? "\u270e Changed:" : "\u2717 Wrong:" }), ...spell(written, expected), ". Right:", ...spell(expected, written), ".");
    verdict.append(make("span", { className: "about", textContent: ` ${about(state.english, grammar)}` }));
  }

  function choose() {
    const now = state.side === "hindi" ? candidates() : [];
    choices.forEach((choice, place) => {
      const { share, id } = now[place] ?? { share: 0, id: END };
      choice.button.disabled = !now.length;
      write(choice.word, id === END ? "(end)" : hindi[id]);
      write(choice.latin, id === END ? "" : latin[id]);
      write(choice.share, `${(100 * share).toFixed(0)}%`);
      choice.bar.style.setProperty("--share", share.toFixed(3));
      choice.button.setAttribute("aria-pressed", String(now.length > 0 && id === result.written[state.at]));
    });
    settle();
  }

  // --- what a reader does ------------------------------------------------------

  /** @param {string} side @param {number} at */
  function look(side, at) {
    Object.assign(state, { side, at });
    if (state.view && (state.view.startsWith(ENCODER) !== (side === "english"))) state.view = "";
    show();
  }

  /** Shows one head alone, or again all. @param {string} key */
  function view(key) {
    state.view = state.view === key ? "" : key;
    const side = key.startsWith(ENCODER) ? "english" : "hindi";
    if (state.view && side !== state.side) Object.assign(state, { side, at: side === "english" ? 2 : verbAt() });
    show();
  }

  /** Where the verb is; else the last word. */
  function verbAt() {
    const at = result.written.findIndex((id) => verbs[hindi[id]]);
    return at < 0 ? result.written.length - 1 : at;
  }

  /** @param {string[]} keys @param {boolean} off */
  function cut(keys, off) {
    for (const key of keys) state.cut[off ? "add" : "delete"](key);
    steps.stop();
    state.shown = Infinity;
    run();
    score();
  }

  /** @param {string} title */
  function perform(title) {
    const { cut: keys, english: text, at } = EXPERIMENTS[title];
    Object.assign(state, { cut: new Set(keys), given: {}, english: text, side: "hindi", at, view: "" });
    box.value = text;
    refuse();
    cut([], true);
  }

  /** What heads are cut: an experiment, or what the reader chose. */
  function say() {
    const now = [...state.cut].sort().join();
    const mine = experiments.find(({ name: title }) => [...EXPERIMENTS[title].cut].sort().join() === now);
    for (const { title, button } of cards) button.setAttribute("aria-pressed", String(title === mine?.name));
    const gone = told(LAYERS, state.cut);
    back.hidden = !gone;
    write(claim, mine ? EXPERIMENTS[mine.name].says(mine) : gone ? `You have cut: ${gone}.` : "All heads work. Cut one: does the sentence change?");
  }

  function typed() {
    const { words, problem, instead: text } = read(box.value, grammar);
    refuse(problem, text);
    if (!problem) put(words.join(" "));
  }

  /** Says what cannot be read; or nothing. @param {string} [problem] @param {string} [text] a sentence that can be read */
  function refuse(problem = "", text = "") {
    box.setAttribute("aria-invalid", String(Boolean(problem)));
    stage.classList.toggle("stale", Boolean(problem));
    refused.hidden = !problem;
    write(note, problem);
    write(instead, `Try \u201c${text}\u201d`);
    instead.value = text;
    if (problem) judge();
  }

  /** @param {string} text */
  function put(text) {
    steps.stop();
    Object.assign(state, { english: text, given: {}, shown: Infinity });
    run();
    look("hindi", verbAt());
  }

  /** @param {string} text */
  function enter(text) {
    box.value = text;
    typed();
  }

  /** Takes the sentence and the cut heads of an address, if it has them. @param {string} hash */
  function arrive(hash) {
    const asked = decode(LAYERS, hash);
    if (asked) Object.assign(state, { cut: asked.cut, view: "" });
    cut([], true);
    enter(asked ? asked.text : state.english);
  }

  /** Writes a word in the place of what it would write. @param {number} id */
  function force(id) {
    const place = state.at + 1;
    const before = Object.entries(state.given).filter(([at]) => Number(at) < place);
    state.given = { ...Object.fromEntries(before), ...(best([...result.logits[state.at]]) === id ? {} : { [place]: id }) };
    run();
  }

  box.addEventListener("input", typed);

  // --- all 160 -----------------------------------------------------------------

  /** @type {boolean[]} */
  let scored = [];
  function score() {
    say();
    if (!experiments.length) return;
    scored = [];
    const switches = { cut: new Set(state.cut) };
    delete root.dataset.right;
    slices.run(held.length, (place) => {
      const [text, words] = held[place];
      // What it writes is right if each word is the likeliest after the right ones.
      const { logits } = translator(tensors, ids(text), switches)([START, ...words]);
      scored[place] = [...words, END].every((id, at) => best([...logits[at]]) === id);
    }, (done) => {
      const count = scored.filter(Boolean).length;
      write(right, String(count));
      if (done < held.length) return;
      mistake.disabled = count === held.length;
      root.dataset.right = String(count);
    });
  }

  const said = make("div", { className: "sentence" },
    make("div", { className: "type" }, make("label", { htmlFor: box.id, textContent: "English" }), box, another, play),
    stage, verdict, reads);
  const counted = make("div", { className: "result" }, ...(experiments.length ? [make("p", { className: "count" }, right, " of 160"), claim] : [claim, back]));
  const live = make("div", { className: "live translator", role: "group", ariaLabel: "A translator to take apart" },
    ...(experiments.length ? [tests] : []),
    make("div", { className: "bench" }, ...(experiments.length ? [counted, said] : [said, counted]), heads.element),
    make("div", { className: "below" },
      make("div", {}, make("p", { className: "title", textContent: "What it might write here; choose another, and it goes on" }), list,
        ...(experiments.length ? [mistake] : [])),
      make("div", {}, make("p", { className: "title", textContent: "The words it knows" }), make("p", { textContent: known.join(", ") }))),
    make("p", { className: "origin" }, link.button, " ", link.said, " Computed in your browser.", ...(experiments.length ? [" The counts of the six experiments were printed by ", ...origins(from, home), "."] : [])));
  write(right, "0");
  root.append(live);
  root.dataset.ready = "";
  arrive(location.hash);
  new ResizeObserver(connect).observe(stage);
}
