/** Starts the figure of a page in which a trained model runs. */

import { apart } from "./translator.js";

/** @type {Record<string, (root: HTMLElement, home: string, numbers: any) => Promise<void>>} */
const FIGURES = { translator: apart };

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const root = /** @type {HTMLElement | null} */ (document.querySelector(".drag"));
if (root) {
  const style = document.createElement("link");
  Object.assign(style, { rel: "stylesheet", href: new URL("live.css", home).href });
  style.addEventListener("load", () => {
    FIGURES[root.dataset.figure || ""](root, home, JSON.parse(root.dataset.head || ""))
      .catch(() => root.toggleAttribute("data-failed", true)); // there is a still
  });
  document.head.append(style);
}
