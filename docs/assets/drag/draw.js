/** A plane, and the values as points in one, with what is mixed of them. */

import { draw, make, set } from "../kit/elements.js";
import { allowed, hull } from "./head.js";

/** @import { Matrix } from "../kit/numbers.js" */
/** @import { Answer, Head, Point, State } from "./head.js" */

const HALF = 4.4; // units from the middle of a plane to its edge
const BARB = 9; // pixels
const BESIDE = 7; // pixels between a point and its name

/**
 * A vector in brackets: rounded, or as it was printed.
 * @param {(number | string)[]} vector
 * @param {number} [decimals]
 */
export function numbers(vector, decimals) {
  const texts = vector.map((each) => (typeof each === "number" ? each.toFixed(decimals) : each));
  return `(${texts.map((text) => text.replace(/^-(?=0\.0*$)/, "").replace("-", "\u2212")).join(", ")})`;
}

/**
 * Words whose vectors are equal share an arrow or a point, and its name.
 * @typedef {object} Group
 * @property {number[]} at
 * @property {number[]} members
 * @property {SVGTextElement} name
 */

/** @param {Head} head @param {Matrix} vectors @returns {Group[]} */
export function grouped({ words }, vectors) {
  /** @type {Group[]} */
  const groups = [];
  vectors.forEach((at, word) => {
    const same = groups.find((group) => group.at.join() === at.join());
    if (same) same.members.push(word);
    else groups.push({ at, members: [word], name: draw("text") });
  });
  for (const { members, name } of groups)
    members.forEach((word, place) => name.append(draw("tspan", {}, `${place ? ", " : ""}${words[word]}`)));
  return groups;
}

/** A square part of the plane, and where its points are on the screen. */
export class Plane {
  /**
   * @param {number[]} middle @param {string} across @param {string} up what the features mean
   * @param {number} [half] units from the middle to an edge
   */
  constructor(middle, across, up, half = HALF) {
    this.middle = middle;
    this.half = half;
    this.width = 0;
    this.lines = [draw("line", { class: "axis" }), draw("line", { class: "axis" })];
    this.names = [draw("text", { class: "feature" }, across), draw("text", { class: "feature" }, up)];
    this.element = draw("svg", { role: "img" }, ...this.lines, ...this.names);
    this.around = make("div", { className: "plane" }, this.element);
  }

  /** Pixels of a point. @param {number[]} point @returns {Point} */
  place([x, y]) {
    const scale = this.width / (2 * this.half);
    return [(x - this.middle[0] + this.half) * scale, (this.middle[1] + this.half - y) * scale];
  }

  /** The point at some pixels. @param {number} left @param {number} top @returns {Point} */
  point(left, top) {
    const scale = this.width / (2 * this.half);
    return [left / scale + this.middle[0] - this.half, this.middle[1] + this.half - top / scale];
  }

  /** Takes the width that there is. */
  measure() {
    this.width = this.element.clientWidth;
    const [x, y] = this.place([0, 0]);
    const most = this.width;
    set(this.element, { viewBox: `0 0 ${most} ${most}` });
    set(this.lines[0], { x1: 0, y1: y, x2: most, y2: y });
    set(this.lines[1], { x1: x, y1: 0, x2: x, y2: most });
    set(this.names[0], { x: most - 2, y: y + 14, "text-anchor": "end" });
    set(this.names[1], { x: x - 6, y: 12, "text-anchor": "end" });
  }

  /** Writes a name beside a point. @param {SVGTextElement} name @param {number[]} point @param {number} across @param {number} up */
  beside(name, point, across, up) {
    const [x, y] = this.place(point);
    const anchor = across > 0 ? "start" : across < 0 ? "end" : "middle";
    set(name, { x: x + BESIDE * across, y: y - 2 * BESIDE * up + 4, "text-anchor": anchor });
  }
}

/** A line with two barbs. @param {Point} from @param {Point} to */
export function arrow([x, y], [a, b]) {
  const length = Math.hypot(a - x, b - y);
  if (length < 1) return "";
  const [cos, sin] = [(a - x) / length, (b - y) / length];
  const barb = Math.min(BARB, length / 2);
  /** @param {number} side */
  const end = (side) =>
    `${a - barb * (cos - 0.45 * side * sin)} ${b - barb * (sin + 0.45 * side * cos)}`;
  return `M${x} ${y}L${a} ${b}M${end(1)}L${a} ${b}L${end(-1)}`;
}

/** Marks words that may not be read. @param {Group} group @param {State} state */
export function veil({ members, name }, state) {
  name.querySelectorAll("tspan").forEach((word, place) =>
    word.classList.toggle("veiled", !allowed(state, members[place])));
  return !members.some((word) => allowed(state, word));
}

/** @param {number[]} weights @param {number[]} members */
export const together = (weights, members) => members.reduce((sum, word) => sum + weights[word], 0);

/** @param {string[]} words @param {Matrix} vectors */
export const inWords = (words, vectors) =>
  vectors.map((vector, word) => `${words[word]} (${vector.join(", ")})`).join("; ");

/** The values as points, their hull, and the context vector in it. @param {Head} head */
export function valuesPlane(head) {
  const plane = new Plane([1.5, 1], "water", "person");
  const outline = draw("polygon", { class: "hull" });
  const points = grouped(head, head.values).map((group) => ({
    ...group, dot: draw("circle", { class: "value-dot" }), spoke: draw("line", { class: "spoke" }),
  }));
  const mark = draw("path", { class: "context-mark", d: "M0-8 7 5-7 5Z" });
  const name = draw("text", { class: "context-name" }, "context");
  const marks = head.words.map(() => draw("path", { class: "context-mark earlier", d: "M0-5 4.5 3.5-4.5 3.5Z" }));
  plane.element.append(outline, ...points.map(({ spoke }) => spoke), ...points.map(({ dot }) => dot),
    ...marks, ...points.map((each) => each.name), mark, name);

  /** @param {State} state @param {Answer} answer @param {Point[]} [earlier] contexts of other words */
  function show(state, { weights, context }, earlier = []) {
    marks.forEach((each, word) => {
      each.toggleAttribute("hidden", !earlier[word]);
      const [x, y] = plane.place(earlier[word] || [0, 0]);
      set(each, { transform: `translate(${x} ${y})` });
    });
    const shown = head.values.filter((_, word) => allowed(state, word));
    const corners = hull(shown);
    set(outline, { points: corners.map((corner) => plane.place(corner).join()).join(" ") });
    const [x, y] = plane.place(context);
    for (const group of points) {
      const weight = together(weights, group.members);
      const [cx, cy] = plane.place(group.at);
      set(group.dot, { cx, cy, r: 3 + 8 * Math.sqrt(weight) });
      set(group.spoke, { x1: cx, y1: cy, x2: x, y2: y, "stroke-opacity": weight && 0.15 + 0.85 * weight });
      group.dot.classList.toggle("veiled", veil(group, state));
      const crowded = points.some(({ at }) => at[1] === group.at[1] && at[0] > group.at[0] && at[0] < group.at[0] + 2);
      const ends = cx + 20 + 7 * (group.name.textContent || "").length;
      if (ends > plane.width) plane.beside(group.name, group.at, 0, -1.3);
      else if (crowded) plane.beside(group.name, group.at, 0, 1.2);
      else plane.beside(group.name, group.at, 1.7, 0);
    }
    set(mark, { transform: `translate(${x} ${y})` });
    plane.beside(name, context, 0, 1.1);
    set(plane.element, { "aria-label":
      `Points in a plane. Values: ${inWords(head.words, head.values)}. Their hull has ${corners.length} corners. The context vector, inside it, is (${context.map((each) => each.toFixed(2)).join(", ")}).` });
  }
  return { plane, show };
}
