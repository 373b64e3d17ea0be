/** Bands between words, as thick as their weights: together they are as thick as one. */

import { draw, set } from "../kit/elements.js";

const WHOLE = 24; // pixels of a weight of 1
const LEAST = 0.015; // a smaller weight is not drawn

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** @typedef {"across" | "left" | "right"} Way from the right edge of a key to the left edge of a query; or around, beside both */
/** @typedef {{from: Box, kept: number, cut: number}} Key */
/** @typedef {{d: string, width: number, cut: boolean}} Band */

/** @param {Box} box */
const middle = ({ top, bottom }) => (top + bottom) / 2;

/** A curve from one height to another. @param {Way} way @param {number} x @param {number} y @param {number} toX @param {number} toY @param {number} [room] beside the words */
export function curve(way, x, y, toX, toY, room = Infinity) {
  // A curve comes three quarters as far as the points that bend it.
  const bulge = Math.min(20 + Math.min(24, Math.abs(toY - y) / 9), room);
  const far = way === "across" ? (x + toX) / 2
    : way === "left" ? Math.min(x, toX) - bulge : Math.max(x, toX) + bulge;
  return `M${[x, y].map(round)}C${[far, y, far, toY, toX, toY].map(round)}`;
}

/** @param {number} pixels */
const round = (pixels) => Math.round(10 * pixels) / 10;

/**
 * What is drawn of one query. Its bands arrive beside each other, in an order in which
 * they do not cross.
 * @param {Way} way @param {Box} to @param {Key[]} keys @param {number} [room] beside the words @returns {Band[]}
 */
export function bands(way, to, keys, room = Infinity) {
  const ordered = [...keys].sort((a, b) => middle(a.from) - middle(b.from));
  if (way !== "across") {
    // Around what is near: of what is above, the far ones arrive below the near ones.
    const above = ordered.filter(({ from }) => middle(from) < middle(to)).reverse();
    const below = ordered.filter(({ from }) => middle(from) > middle(to)).reverse();
    const same = ordered.filter(({ from }) => middle(from) === middle(to));
    ordered.splice(0, ordered.length, ...above, ...same, ...below);
  }
  const total = keys.reduce((sum, { kept, cut }) => sum + kept + cut, 0);
  let place = middle(to) - (total * WHOLE) / 2;
  /** @type {Band[]} */
  const found = [];
  for (const { from, kept, cut } of ordered) {
    const start = middle(from) - ((kept + cut) * WHOLE) / 2;
    let done = 0;
    for (const [weight, isCut] of /** @type {[number, boolean][]} */ ([[kept, false], [cut, true]])) {
      const offset = done + (weight * WHOLE) / 2;
      const [x, toX] = way === "across" ? [from.right, to.left] : [from[way], to[way]];
      if (weight >= LEAST)
        found.push({ d: curve(way, x, start + offset, toX, place + offset, room - (weight * WHOLE) / 2), width: Math.max(1, weight * WHOLE), cut: isCut });
      done += weight * WHOLE;
    }
    place += done;
  }
  return found;
}

/** The picture that lies over the words of a stage. */
export class Lines {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.element = draw("svg", { class: "lines", "aria-hidden": "true" });
    /** @type {SVGPathElement[]} */
    this.paths = [];
    stage.append(this.element);
  }

  /** Where an element is on the stage. @param {Element} element @returns {Box} */
  box(element) {
    const [frame, { left, right, top, bottom }] = [this.stage, element].map((each) => each.getBoundingClientRect());
    return { left: left - frame.left, right: right - frame.left, top: top - frame.top, bottom: bottom - frame.top };
  }

  /** @param {Band[]} all */
  show(all) {
    while (this.paths.length < all.length) this.paths.push(this.element.appendChild(draw("path")));
    this.paths.forEach((path, place) => {
      const band = all[place];
      path.toggleAttribute("hidden", !band);
      if (band) set(path, { d: band.d, "stroke-width": round(band.width), class: band.cut ? "cut" : "kept" });
    });
  }
}
