/** What a GPU keeps and sends in a training step, by the way in which the step is divided. */

import { field, make, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { Refused } from "./memory.js";

/** @import { Data } from "../kit/start.js" */

/** By the name that the package has for a way, the one that it has here. */
export const WAYS = {
  data: "data, DDP", "zero-1": "ZeRO 1", "zero-2": "ZeRO 2", "zero-3": "ZeRO 3, FSDP", tensor: "tensor",
  pipeline: "pipeline", ring: "ring", ulysses: "Ulysses", experts: "experts",
};
/** @typedef {keyof typeof WAYS} Way */
/** @typedef {Record<string, number>} Shape what was printed of a model, by the names above it */
/** What is typed, and how large it may be. */
const MOST = { tokens: 1e8, speed: 1e5, peak: 1e6, memory: 1e5 };
/** @typedef {keyof typeof MOST} Typed */
/** @typedef {{model: string, ranks: number} & Record<Typed, number>} State */
const NAMES = /** @type {Typed[]} */ (Object.keys(MOST));
const PARTS = ["weights", "gradients", "state of Adam", "inputs of the blocks"];

/** Why a step cannot be divided in this way, or nothing. @param {Shape} shape @param {Way} way @param {number} ranks @param {number} tokens */
export function refusal(shape, way, ranks, tokens) {
  if (way === "pipeline") return ranks > shape.layers ? `only ${shape.layers} layers` : "";
  const [number, what] = /** @type {Partial<Record<Way, [number, string]>>} */ ({
    tensor: [shape.heads, "heads"], ulysses: [shape.heads, "heads"], ring: [tokens, "tokens"], experts: [shape.experts, "experts"],
  })[way] ?? [ranks, ""];
  return number < 1 ? `no ${what}` : number % ranks ? `${number.toLocaleString("en")} ${what}` : "";
}

/** Bytes of weights, gradients, Adam's numbers and the blocks' inputs. @param {Shape} shape @param {Way} way @param {number} ranks @param {number} tokens */
export function kept(shape, way, ranks, tokens) {
  const stage = way.startsWith("zero") ? Number(way.at(-1)) : 0;
  let [count, inputs] = [shape.all, shape.layers * tokens];
  if (way === "tensor") {
    const copies = Math.max(ranks / shape.groups, 1) - 1;
    count = (shape.all - shape.copied + copies * shape.kv) / ranks + shape.copied;
  } else if (way === "pipeline") {
    const blocks = Math.ceil(shape.layers / ranks);
    count *= blocks / shape.layers;
    inputs = blocks * ranks * tokens;
  } else if (way === "experts") count -= shape["in-experts"] * (1 - 1 / ranks);
  if (["tensor", "ring", "ulysses"].includes(way)) inputs /= ranks;
  return [...[2, 2, 12].map((size, part) => (size * count) / (stage >= 3 - part ? ranks : 1)), 2 * shape.d_model * inputs];
}

/** Bytes. @param {Shape} shape @param {Way} way @param {number} ranks @param {number} tokens */
export function sent(shape, way, ranks, tokens) {
  if (ranks === 1) return 0;
  const passed = (ranks - 1) / ranks;
  const features = 2 * shape.d_model * tokens;
  const gradients = 4 * passed * shape.all;
  if (way === "zero-3") return 1.5 * gradients;
  if (way === "tensor") return shape.layers * 5 * 2 * passed * ranks * features;
  if (way === "pipeline") return 2 * ranks * features;
  if (way === "ring") return gradients + shape.layers * (4 * ranks - 3) * 2 * shape.cached * tokens;
  if (way === "ulysses") {
    const numbers = (shape.heads + Math.max(shape.groups, ranks)) * (shape.query + shape.value);
    return gradients + shape.layers * 3 * passed * 2 * numbers * tokens;
  }
  if (way !== "experts") return gradients;
  return gradients - 4 * passed * shape["in-experts"] + shape["moe-layers"] * 6 * passed * shape.chosen * features;
}

/** Floating-point operations. @param {Shape} shape @param {number} tokens */
export function operations(shape, tokens) {
  const scores = (shape.heads * (shape.query + shape.value) * tokens * (tokens + 1)) / 2;
  return 8 * (shape.used * tokens + shape.layers * scores);
}

/** The models by name, and the state that was printed with what each way keeps, sends and takes. @param {Data} data */
export function printed({ opens, blocks: [[[, ...names], ...lines], [first, ...ways]] }) {
  const of = /** @type {Record<string, Shape>} */ (Object.fromEntries(lines.map((/** @type {string[]} */ line) =>
    [line.slice(0, -names.length).join(" "), Object.fromEntries(line.slice(-names.length).map((number, at) => [names[at], Number(number)]))])));
  const [ranks, tokens, speed, peak] = [3, 5, 7, 9].map((place) => Number(first[place]));
  const state = /** @type {State} */ ({ model: opens, ranks, tokens, speed, peak, memory: 80 });
  return { of, state, computing: first[12], ways };
}

/** @param {number} x @param {number} digits */
const fixed = (x, digits) => x.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** @param {number} bytes */
export const gigabytes = (bytes) => (bytes && bytes < 1e9 ? String(Number((bytes / 1e9).toPrecision(2))) : fixed(bytes / 1e9, 1));
/** @param {number} x */
export const seconds = (x) => (x && x < 0.1 ? String(Number(x.toPrecision(2))) : fixed(x, 2));

/** What readers typed. Throws Refused. @param {Record<Typed, string>} typed */
export function read(typed) {
  return /** @type {Record<Typed, number>} */ (Object.fromEntries(NAMES.map((name) => {
    const text = typed[name].trim();
    const number = /^(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(",", "")) : 0;
    if (number < 1 || number > MOST[name])
      throw new Refused(name, `\u201c${text.slice(0, 20)}\u201d is not a whole number from 1 to ${MOST[name].toLocaleString("en")}.`);
    return [name, number];
  })));
}

/** Each way, with why it is refused, or what it keeps, sends and takes. @param {Record<string, Shape>} of @param {State} state */
export function answers(of, { model, ranks, tokens, speed, peak, memory }) {
  const shape = of[model];
  const computing = operations(shape, tokens) / (peak * 1e12);
  const ways = /** @type {Way[]} */ (Object.keys(WAYS)).map((way) => {
    const refused = refusal(shape, way, ranks, tokens);
    const [parts, sends] = refused ? [[0, 0, 0, 0], 0] : [kept(shape, way, ranks, tokens), sent(shape, way, ranks, tokens)];
    const total = parts.reduce((a, b) => a + b);
    const takes = sends / (speed * 1e9);
    return { way, refused, parts, total, sends, takes, fits: !refused && total <= memory * 1e9, hides: takes <= computing };
  });
  return { computing, ways };
}

/** @param {HTMLElement} root @param {string} home @param {Data} data */
export function volumes(root, home, data) {
  const { of, state: first } = printed(data);
  /** @param {string} id @param {string[]} options */
  const choice = (id, options) => make("select", { id: `drag-${id}` }, ...options.map((value) => make("option", { value, textContent: value })));
  const model = choice("model", Object.keys(of));
  const ranks = choice("ranks", Array.from({ length: 11 }, (_, power) => (2 ** power).toLocaleString("en")));
  const inputs = /** @type {Record<Typed, HTMLInputElement>} */ (Object.fromEntries(NAMES.map((name) =>
    [name, make("input", { id: `drag-${name}`, type: "text", inputMode: "numeric", autocomplete: "off" })])));
  const labels = { tokens: "Tokens", speed: "GB/s", peak: "TFLOP/s", memory: "GB of a GPU" };
  const refused = make("p", { className: "refused", id: "drag-refused" });
  refused.setAttribute("role", "alert");

  const rows = Object.values(WAYS).map((name) => {
    const parts = PARTS.map((_, part) => make("i", { className: `part-${part}` }));
    const [keeps, sends, takes] = [make("td"), make("td"), make("td")];
    const row = make("tr", {}, make("th", { scope: "row", textContent: name }), make("td", { className: "track" }, ...parts), keeps, sends, takes);
    return { row, parts, keeps, sends, takes };
  });
  const heads = ["", "", "GB kept", "sent", "time, s"].map((textContent) => make(textContent ? "th" : "td", { textContent }));
  const table = make("table", { className: "ways" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows.map(({ row }) => row)));
  const names = make("p", { className: "title part-names" }, ...PARTS.map((name, part) => make("span", {}, make("i", { className: `part-${part}` }), ` ${name}`)));
  const computes = make("p", { className: "numbers" });

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
    try {
      const typed = read(/** @type {Record<Typed, string>} */ (Object.fromEntries(NAMES.map((name) => [name, inputs[name].value]))));
      frame.change({ model: model.value, ranks: Number(ranks.value.replaceAll(",", "")), ...typed }, true);
      complain("", "");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      complain(error.field, error.message);
    }
  }

  /** @type {Frame<State>} */
  const frame = new Frame(root, home, {
    label: "Memory and traffic of a training step", from: data.from, first,
    says(state) {
      const { ways } = answers(of, state);
      const fit = ways.filter(({ fits }) => fits);
      const hidden = fit.filter(({ hides }) => hides).length;
      const gpus = `${state.ranks.toLocaleString("en")} ${state.ranks === 1 ? "GPU" : "GPUs"}`;
      return `${state.model}, ${gpus}: ${fit.length} of 9 ways fit, and ${hidden} of these ${hidden === 1 ? "takes" : "take"} no longer to send than to compute.`;
    },
    put(state, follows) {
      const { computing, ways } = answers(of, state);
      ways.forEach((each, at) => {
        const { row, parts, keeps, sends, takes } = rows[at];
        const most = Math.max(state.memory * 1e9, each.total); // what does not fit fills the track
        parts.forEach((part, place) => part.style.setProperty("width", `${(100 * each.parts[place]) / most}%`));
        write(keeps, each.refused || gigabytes(each.total));
        write(sends, each.refused ? "" : gigabytes(each.sends));
        write(takes, each.refused ? "" : seconds(each.takes));
        row.classList.toggle("veiled", Boolean(each.refused));
        keeps.classList.toggle("over", !each.refused && !each.fits);
        takes.classList.toggle("over", !each.refused && !each.hides);
      });
      write(computes, `Computing takes ${seconds(computing)} s. What does not fit, or takes longer, is struck through.`);
      model.value = state.model;
      ranks.value = state.ranks.toLocaleString("en");
      if (follows && Object.values(inputs).some((input) => input === document.activeElement)) return;
      for (const name of NAMES) inputs[name].value = state[name].toLocaleString("en");
      complain("", "");
    },
  });
  for (const input of [model, ranks, ...Object.values(inputs)]) input.addEventListener("input", take);
  frame.begin([names, table], [
    computes,
    make("div", { className: "controls" }, field(model, "Model"), field(ranks, "GPUs"), ...NAMES.map((name) => field(inputs[name], labels[name]))),
    refused,
  ]);
}
