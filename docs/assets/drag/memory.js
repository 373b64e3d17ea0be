/** How many bytes the cache of a model takes, and that of multi-head attention. */

import { field, make, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { weightBars } from "./bars.js";

/** @import { Data } from "../kit/start.js" */

/**
 * What is cached: `shared` counts the groups or, if a token keeps a latent vector, its
 * features. A window of 0 is none.
 * @typedef {object} Cache
 * @property {number} layers
 * @property {number} heads
 * @property {number} width
 * @property {boolean} latent
 * @property {number} shared
 * @property {number} window
 * @property {number} tokens
 * @property {number} texts
 * @property {number} bytes of a number
 */

/** @typedef {Record<"layers" | "heads" | "width" | "groups" | "latent" | "window" | "tokens", number>} Sizes */
/**
 * A published model as it was printed: its sizes, and the GiB of its cache and of multi-head attention's.
 * @typedef {{sizes: Sizes, gib: string[]}} Model
 */

/** What is refused of what a reader typed: where it stands, and why. */
export class Refused extends Error {
  /** @param {string} field @param {string} message */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/** What is typed, and how large it may be. */
const MOST = { layers: 1e4, heads: 1e4, width: 1e5, shared: 1e6, window: 1e9, tokens: 1e9, texts: 1e6 };
/** @typedef {keyof typeof MOST} Typed */
const NAMES = /** @type {Typed[]} */ (Object.keys(MOST));
/** By the bytes of a number, what has so many. */
const DTYPES = { 4: "float32", 2: "bfloat16, float16", 1: "float8, int8" };
const LATENT = 576; // features of a latent vector until another number is typed

/** @param {number | bigint} count */
const grouped = (count) => count.toLocaleString("en");

/** Bytes, and those of multi-head attention without a window. @param {Cache} cache */
export function sizes({ layers, heads, width, latent, shared, window, tokens, texts, bytes }) {
  const kept = window ? Math.min(window, tokens) : tokens;
  /** @param {number[]} factors */
  const product = (...factors) => factors.reduce((all, factor) => all * BigInt(factor), 1n);
  return {
    kept,
    size: product(layers, latent ? shared : 2 * shared * width, kept, texts, bytes),
    full: product(layers, 2 * heads * width, tokens, texts, bytes),
  };
}

/** @param {bigint} size */
export const gib = (size) => (Number(size) / 2 ** 30).toLocaleString("en", { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/**
 * What readers typed, as a cache. Throws Refused.
 * @param {Record<Typed, string>} typed
 * @param {boolean} latent
 * @param {number} bytes
 * @returns {Cache}
 */
export function read(typed, latent, bytes) {
  const state = { latent, bytes, ...Object.fromEntries(NAMES.map((name) => [name, 0])) };
  for (const name of NAMES) {
    const [text, least] = [typed[name].trim(), name === "window" ? 0 : 1];
    const count = /^(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(",", "")) : -1;
    if (count < least || count > MOST[name])
      throw new Refused(name, `\u201c${text.slice(0, 20)}\u201d is not a whole number from ${least} to ${grouped(MOST[name])}.`);
    Object.assign(state, { [name]: count });
  }
  const cache = /** @type {Cache} */ (state);
  if (!latent && cache.heads % cache.shared)
    throw new Refused("shared", `${cache.heads} heads cannot be divided into ${cache.shared} groups.`);
  return cache;
}

/** The models by name, one a line below the names of their sizes. @param {Data} data @returns {Record<string, Model>} */
export function models({ blocks: [[[, ...names], ...lines]] }) {
  return Object.fromEntries(lines.map((/** @type {string[]} */ line) => {
    const numbers = line.slice(-names.length);
    const sizes = Object.fromEntries(names.slice(0, -2).map((/** @type {string} */ name, /** @type {number} */ at) => [name, Number(numbers[at])]));
    return [line.slice(0, -names.length).join(" "), { sizes, gib: numbers.slice(-2) }];
  }));
}

/** The cache of a published model. @param {Model} model @param {{texts: number, bytes: number}} rest @returns {Cache} */
export function published({ sizes: { groups, latent, ...sizes } }, { texts, bytes }) {
  return { ...sizes, texts, bytes, latent: latent > 0, shared: latent || groups };
}

/** Whose cache it is, whatever the texts: a model's name, or none. @param {Record<string, Model>} of @param {Cache} cache */
export const nameOf = (of, cache) =>
  Object.keys(of).find((name) => Object.entries({ ...published(of[name], cache), tokens: cache.tokens })
    .every(([size, number]) => cache[/** @type {keyof Cache} */ (size)] === number)) || "";

/** @param {HTMLElement} root @param {string} home @param {Data} data */
export function memory(root, home, data) {
  const of = models(data);
  /** @param {string} id @param {[string, string][]} options */
  const choice = (id, options) => make("select", { id: `drag-${id}` },
    ...options.map(([value, textContent]) => make("option", { value, textContent })));
  const model = choice("model", [...Object.keys(of).map((name) => /** @type {[string, string]} */ ([name, name])), ["", "your own"]]);
  const kind = choice("kind", [["", "keys and values"], ["latent", "a latent vector"]]);
  const dtype = choice("bytes", Object.entries(DTYPES).reverse());
  const inputs = /** @type {Record<Typed, HTMLInputElement>} */ (Object.fromEntries(NAMES.map((name) =>
    [name, make("input", { id: `drag-${name}`, type: "text", inputMode: "numeric", autocomplete: "off" })])));
  const labels = { layers: "Layers", heads: "Heads", width: "Width of a head", shared: "Groups",
    window: "Window (0: none)", tokens: "Tokens of a text", texts: "Texts at a time" };
  const shared = field(inputs.shared, labels.shared);
  const refused = make("p", { className: "refused", id: "drag-refused" });
  refused.setAttribute("role", "alert");
  const total = make("p", { className: "total" });
  const bars = weightBars(["this cache", "multi-head"], "GiB");
  bars.element.deleteTFoot();
  const factors = make("p", { className: "numbers" });

  /** Says what is refused, and where. @param {string} name @param {string} message */
  function complain(name, message) {
    write(refused, message && `${message} The figure shows the last numbers that were valid.`);
    for (const [each, input] of Object.entries(inputs)) {
      if (each === name) input.setAttribute("aria-describedby", refused.id);
      else input.removeAttribute("aria-describedby");
      input.setAttribute("aria-invalid", String(each === name));
    }
  }

  function take() {
    const typed = /** @type {Record<Typed, string>} */ (Object.fromEntries(NAMES.map((name) => [name, inputs[name].value])));
    try {
      frame.change(read(typed, kind.value !== "", Number(dtype.value)), true);
      complain("", "");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      complain(error.field, error.message);
    }
  }

  /** @type {Frame<Cache>} */
  const frame = new Frame(root, home, {
    label: "Size of a cache", from: data.from,
    first: published(of[data.opens], { texts: 1, bytes: 2 }),
    says(state) {
      const { kept, size, full } = sizes(state);
      const share = (100 * Number(size)) / Number(full);
      const window = kept < state.tokens ? ` The window keeps ${grouped(kept)} of ${grouped(state.tokens)} tokens.` : "";
      return `${nameOf(of, state) || "This model"}: ${Number(share.toPrecision(3))} % of the cache of full multi-head attention.${window}`;
    },
    put(state, follows) {
      const { kept, size, full } = sizes(state);
      const most = Math.max(Number(size), Number(full));
      const texts = frame.opens ? of[data.opens].gib : [gib(size), gib(full)];
      write(total, `${texts[0]} GiB`);
      bars.show([Number(size) / most, Number(full) / most], () => false, texts);
      write(factors, [
        `${grouped(state.layers)} layers`,
        state.latent ? `${grouped(state.shared)} numbers` : `2 \u00d7 ${grouped(state.shared)} groups \u00d7 ${grouped(state.width)}`,
        `${grouped(kept)} tokens`, `${grouped(state.texts)} ${state.texts === 1 ? "text" : "texts"}`,
        `${state.bytes} ${state.bytes === 1 ? "byte" : "bytes"} = ${grouped(size)} bytes`,
      ].join(" \u00d7 "));
      model.value = nameOf(of, state);
      kind.value = state.latent ? "latent" : "";
      write(shared.children[0], state.latent ? "Latent width" : labels.shared);
      dtype.value = String(state.bytes);
      if (follows && Object.values(inputs).some((input) => input === document.activeElement)) return;
      for (const name of NAMES) inputs[name].value = grouped(state[name]);
      complain("", "");
    },
  });
  for (const input of [...Object.values(inputs), dtype]) input.addEventListener("input", take);
  kind.addEventListener("input", () => {
    inputs.shared.value = kind.value ? String(LATENT) : inputs.heads.value;
    take();
  });
  model.addEventListener("input", () => {
    if (model.value) frame.change(published(of[model.value], frame.state));
  });
  frame.begin([make("div", { className: "parts" }, total, bars.element)], [
    factors,
    make("div", { className: "controls" }, field(model, "Model"), field(kind, "Each token keeps"),
      field(inputs.layers, labels.layers), field(inputs.heads, labels.heads), field(inputs.width, labels.width), shared,
      field(inputs.window, labels.window), field(inputs.tokens, labels.tokens),
      field(inputs.texts, labels.texts), field(dtype, "Each number is")),
    refused,
  ]);
}
