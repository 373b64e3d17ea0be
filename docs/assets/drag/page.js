/** Starts the figure of a page. */

import { dropout } from "./dropout.js";
import { growing } from "./growing.js";
import { memory } from "./memory.js";
import { dragged } from "./query.js";
import { rotary } from "./rotary.js";
import { rows } from "./rows.js";
import { temperature } from "./temperature.js";

/** @type {Record<string, (root: HTMLElement, home: string, numbers: any) => void>} */
const FIGURES = {
  alignment: rows, dropout, full: dragged, growing, heads: rows, memory,
  rotary, temperature, width: rows,
};

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const root = /** @type {HTMLElement | null} */ (document.querySelector(".drag"));
if (root) {
  const style = document.createElement("link");
  Object.assign(style, { rel: "stylesheet", href: new URL("drag.css", home).href });
  style.addEventListener("load", () =>
    FIGURES[root.dataset.figure || ""](root, home, JSON.parse(root.dataset.head || "")));
  document.head.append(style);
}
