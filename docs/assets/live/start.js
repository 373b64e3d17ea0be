/** Starts the figure of a page, and says where its numbers were printed. */

import { make } from "./elements.js";

/** @typedef {(root: HTMLElement, home: string, numbers: any) => Promise<void>} Figure */
/** @typedef {{page: string, block: string}[]} From where numbers were printed */

/**
 * Waits for the styles, then starts the figure that the page has.
 * @param {Record<string, Figure>} figures
 * @param {string[]} styles
 */
export async function start(figures, styles) {
  const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const root = /** @type {HTMLElement | null} */ (document.querySelector(".drag"));
  if (!root) return;
  try {
    await Promise.all(styles.map((name) => new Promise((resolve, reject) => {
      const style = make("link", { rel: "stylesheet", href: new URL(name, home).href });
      style.addEventListener("load", resolve);
      style.addEventListener("error", reject);
      document.head.append(style);
    })));
    await figures[root.dataset.figure || ""](root, home, JSON.parse(root.dataset.head || ""));
  } catch {
    root.toggleAttribute("data-failed", true); // there is a still
  }
}

/** Links to the blocks that printed numbers. @param {From} from @param {string} home */
export const origins = (from, home) => from.flatMap(({ page, block }, place) => {
  const here = document.getElementById(`code-${block}`);
  const href = here ? `#code-${block}` : new URL(`../${page}#code-${block}`, home).href;
  return [place ? ", " : "", make("a", { href, textContent: block })];
});
