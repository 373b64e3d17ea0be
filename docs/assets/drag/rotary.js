/** A query and a key, turned by their positions: the score depends on the distance alone. */

import { draw, field, make, set, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { dot } from "../kit/numbers.js";
import { Plane, arrow, numbers } from "./draw.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Point } from "./head.js" */

/** @typedef {{query: Point, key: Point}} Pair both at position 0 */

/** @typedef {{start: number, distance: number}} State the key's position, and how far on the query is */

const MOST = { start: 40, distance: 12 };
const ARC = { key: 0.55, query: 1 }; // radii, in units of the plane
const BOTH = /** @type {("query" | "key")[]} */ (["query", "key"]);

/** A pair turned by as many radians as its position. @param {Point} pair @param {number} position @returns {Point} */
export function turn([x, y], position) {
  const [cos, sin] = [Math.cos(position), Math.sin(position)];
  return [x * cos - y * sin, x * sin + y * cos];
}

/** The way of a vector that turns: an arc, and each full turn a little further out. @param {Point} from @param {number} angle @param {number} radius */
export function way([x, y], angle, radius) {
  const steps = Math.ceil(Math.abs(angle) * 8);
  const unit = radius / Math.hypot(x, y);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const passed = (angle * step) / (steps || 1);
    const out = unit * (1 + (0.01 * passed) / radius);
    return turn([x * out, y * out], passed);
  });
}

/** The pair as it was drawn at some positions, turned back from them; then what was printed first. @param {Data} data */
export function read({ blocks: [[{ texts, ends }], [[m, , n, , score]]] }) {
  const arrows = ends.slice(-texts.length); // behind two axes
  /** @param {"query" | "key"} name @returns {Point} */
  function at0(name) {
    const place = texts.findIndex((/** @type {string} */ text) => text.startsWith(name));
    return turn(arrows[place], -Number(texts[place].split(" at ")[1]));
  }
  return { pair: { query: at0("query"), key: at0("key") }, opens: { start: Number(n), distance: Number(m) - Number(n) }, score };
}

/** Both vectors, turned, and their dot product. @param {Pair} of @param {State} state */
export function turned(of, { start, distance }) {
  const query = turn(of.query, start + distance);
  const key = turn(of.key, start);
  return { query, key, score: dot(query, key) };
}

/** @param {HTMLElement} root @param {string} home @param {Data} data */
export function rotary(root, home, data) {
  const { pair, opens, score: printed } = read(data);
  const plane = new Plane([0, 0], "", "", 2.9);
  const arrows = { key: draw("path", { class: "key-arrow", "stroke-width": 3 }), query: draw("path", { class: "query-arrow" }) };
  const names = { key: draw("text", {}, "key"), query: draw("text", {}, "query") };
  const between = draw("path", { class: "between" });
  const parts = Object.fromEntries(BOTH.map((name) => [name, {
    ghost: draw("path", { class: `${name}-arrow ghost` }), zero: draw("text", {}, "0"),
    arc: draw("path", { class: `${name}-arrow arc` }), radians: draw("text"),
  }]));
  plane.element.append(between, ...BOTH.flatMap((name) => Object.values(parts[name])),
    ...Object.values(arrows), ...Object.values(names));
  const written = make("p", { className: "numbers" });

  /** @param {"start" | "distance"} name */
  function slider(name) {
    const input = make("input", { id: `drag-${name}`, type: "range", min: "0", max: String(MOST[name]), step: "1" });
    input.addEventListener("input", () => frame.change({ ...frame.state, [name]: Number(input.value) }, true));
    return input;
  }
  const sliders = { start: slider("start"), distance: slider("distance") };

  /** @param {number} score */
  const score = (score) => (frame.opens ? printed : score.toFixed(3)).replace("-", "\u2212");

  /** @type {Frame<State>} */
  const frame = new Frame(root, home, {
    label: "Turn a query and a key", first: opens, from: data.from,
    says: (state) => `distance ${state.distance}: score ${score(turned(pair, state).score)}`,
    put(state) {
      for (const [name, input] of Object.entries(sliders)) input.value = String(state[/** @type {keyof State} */ (name)]);
      show();
    },
  });

  function show() {
    const { state } = frame;
    const found = turned(pair, state);
    const at = { query: state.start + state.distance, key: state.start };
    /** @param {Point[]} points */
    const line = (points) => `M${points.map((point) => plane.place(point).join(" ")).join("L")}`;
    const { query: [a, b], key: [c, d] } = found;
    set(between, { d: `${line([[0, 0], ...way(found.key, Math.atan2(b * c - a * d, a * c + b * d), ARC.key - 0.1)])}Z` });
    for (const name of BOTH) {
      const { ghost, zero, arc, radians } = parts[name];
      const passed = way(pair[name], at[name], ARC[name]);
      set(ghost, { d: arrow(plane.place([0, 0]), plane.place(pair[name])) });
      plane.beside(zero, pair[name], 1, 0);
      set(arc, { d: line(passed) });
      write(radians, at[name] ? String(at[name]) : "");
      plane.beside(radians, passed[Math.max(passed.length - 13, passed.length >> 1)], 0, 0);
      set(arrows[name], { d: arrow(plane.place([0, 0]), plane.place(found[name])) });
      plane.beside(names[name], found[name], 0, found[name][1] < 0 ? -1 : 1); // near an edge there is no room beside it
    }
    write(written, `query at ${at.query} ${numbers(found.query, 2)}, key at ${state.start} ${numbers(found.key, 2)}`);
    set(plane.element, { "aria-label":
      `Two arrows from one origin: the query at position ${at.query}, ${numbers(found.query, 2)}, and the key at position ${at.key}, ${numbers(found.key, 2)}. Both are drawn pale at position 0 as well, with an arc from there to each.` });
  }

  frame.begin([], [
    make("div", { className: "parts turning" }, plane.around,
      make("div", { className: "controls" },
        field(sliders.start, "Position of the key: both move"),
        field(sliders.distance, "Distance from the key to the query"), written)),
  ], () => {
    plane.measure();
    show();
  });
}
