/** The heads of a model, each as a small map: one can be looked at alone, or cut. */

import { keyOf, keysOf } from "./attention.js";
import { button, draw, make, set } from "../kit/elements.js";
import { walk } from "./words.js";

/** @import { Maps } from "./engine.js" */
/** @typedef {{path: string, name: string, of: string, heads: number}} Layer what its heads are called, and what reads what */

const LEVELS = 8; // shades of a map

/** A map as a path for each shade, each weight a square. @param {number[][]} rows @returns {string[]} */
export function shades(rows) {
  const paths = new Array(LEVELS).fill("");
  rows.forEach((row, y) => row.forEach((weight, x) => {
    const level = Math.min(LEVELS, Math.ceil(weight * LEVELS - 0.25));
    if (level > 0) paths[level - 1] += `M${x} ${y}h1v1h-1z`;
  }));
  return paths;
}

/** A small map. */
class Thumbnail {
  constructor() {
    this.paths = Array.from({ length: LEVELS }, (_, level) => draw("path", { "fill-opacity": (level + 1) / LEVELS }));
    this.row = draw("rect", { class: "row", x: 0, height: 1 });
    this.element = draw("svg", { preserveAspectRatio: "none", "aria-hidden": "true" }, ...this.paths, this.row);
  }

  /** @param {number[][]} rows @param {number} query the row that is outlined; -1 for none */
  show(rows, query) {
    set(this.element, { viewBox: `0 0 ${rows[0].length} ${rows.length}` });
    shades(rows).forEach((d, level) => set(this.paths[level], { d }));
    this.row.toggleAttribute("hidden", query < 0);
    set(this.row, { y: Math.max(query, 0), width: rows[0].length });
  }
}

/** All heads, layer by layer. */
export class Heads {
  /**
   * @param {Layer[]} layers
   * @param {(key: string) => void} look
   * @param {(keys: string[], off: boolean) => void} cut
   */
  constructor(layers, look, cut) {
    this.parts = layers.flatMap(({ path, name, heads }) => keysOf(path, heads).map((key, head) => {
      const map = new Thumbnail();
      const eye = button("", () => look(key), { className: "map", ariaLabel: `Show ${name} head ${head} alone` });
      eye.append(map.element);
      const knife = button(`cut ${head}`, () => cut([key], knife.ariaPressed !== "true"), { className: "knife", ariaLabel: `Cut ${name} head ${head}` });
      return { path, head, key, map, eye, knife, element: make("div", { className: "head" }, eye, knife) };
    }));
    this.groups = layers.map(({ path, name, of, heads }) => {
      const all = button("cut all", () => cut(keysOf(path, heads), all.ariaPressed !== "true"), { className: "knife", ariaLabel: `Cut all ${name} heads` });
      const title = make("div", { className: "title" }, make("span", {}, make("b", { textContent: name }), ` ${of}`), all);
      const mine = this.parts.filter((part) => part.path === path);
      const element = make("div", { className: "layer", ariaLabel: `${name} heads: ${of}` }, title, make("div", { className: "row" }, ...mine.map((part) => part.element)));
      return { path, heads, all, element, settle: walk(element) };
    });
    this.element = make("div", { className: "heads" }, ...this.groups.map(({ element }) => element));
    this.groups.forEach(({ settle }) => settle());
  }

  /** @param {Maps} maps @param {Set<string>} cut @param {string} view @param {(path: string) => number} query */
  show(maps, cut, view, query) {
    for (const { path, head, key, map, eye, knife, element } of this.parts) {
      map.show(maps[path][head], query(path));
      eye.ariaPressed = String(view === key);
      knife.ariaPressed = String(cut.has(key));
      element.classList.toggle("gone", cut.has(key));
    }
    for (const { path, heads, all } of this.groups)
      all.ariaPressed = String(keysOf(path, heads).every((key) => cut.has(key)));
  }
}

/** Cut heads in words: "decoder 1 and 3, cross 0". @param {Layer[]} layers @param {Set<string>} cut */
export function told(layers, cut) {
  return layers.flatMap(({ path, name, heads }) => {
    const gone = Array.from({ length: heads }, (_, head) => head).filter((head) => cut.has(keyOf(path, head)));
    if (!gone.length) return [];
    return gone.length === heads ? `all ${name} heads` : `${name} ${gone.join(", ").replace(/, (\d)$/, " and $1")}`;
  }).join("; ");
}
