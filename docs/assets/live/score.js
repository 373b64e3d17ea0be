/** Right and wrong, a square for each sentence. */

import { draw, make, set, write } from "./elements.js";

const ROW = 8; // squares
const SIZE = 11; // pixels from one to the next

/** A square for what is right, a cross for what is wrong. @param {boolean[]} right @param {boolean} which */
export function marks(right, which) {
  return right.map((each, place) => {
    const [x, y] = [(place % ROW) * SIZE, Math.floor(place / ROW) * SIZE];
    if (each !== which) return "";
    return which ? `M${x + 1} ${y + 1}h8v8h-8z` : `M${x + 1} ${y + 1}l8 8m0 -8l-8 8`;
  }).join("");
}

/** Squares of several groups. */
export class Squares {
  /** @param {{name: string, places: number[]}[]} groups */
  constructor(groups) {
    this.parts = groups.map(({ name, places }) => {
      const [good, bad] = [draw("path", { class: "good" }), draw("path", { class: "bad" })];
      const count = make("span");
      const rows = Math.ceil(places.length / ROW);
      const svg = draw("svg", { viewBox: `0 0 ${ROW * SIZE} ${rows * SIZE}`, width: ROW * SIZE, height: rows * SIZE, "aria-hidden": "true" }, good, bad);
      return { places, good, bad, count, element: make("div", {}, make("p", {}, `${name} `, count), svg) };
    });
    this.element = make("div", { className: "squares" }, ...this.parts.map(({ element }) => element));
  }

  /** @param {(boolean | undefined)[]} right by sentence; not yet known if undefined */
  show(right) {
    for (const { places, good, bad, count } of this.parts) {
      const mine = places.map((place) => right[place]);
      const known = mine.filter((each) => each !== undefined);
      set(good, { d: marks(known, true) });
      set(bad, { d: marks(known, false) });
      write(count, `${known.filter(Boolean).length} of ${places.length}`);
    }
  }
}
