/** Starts the figures of a page, and says which code made their numbers. */

import { make } from "./elements.js";

/**
 * What a page gives to a figure: of each of its blocks the rows that were printed, as words
 * and numbers, or the parts that were drawn; and what the figure opens with.
 * @template [Blocks=any]
 * @typedef {object} Data
 * @property {Blocks} blocks
 * @property {string} opens
 * @property {{page: string, block: string}[]} from
 */
/** @typedef {(root: HTMLElement, home: string, data: Data) => void | Promise<void>} Figure */

/**
 * Starts those of a page's figures that are among these, once the styles are there.
 * @param {Record<string, Figure>} figures by their names
 * @param {string[]} styles
 */
export async function start(figures, styles) {
  const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const loaded = Promise.all(styles.map((name) => new Promise((resolve, reject) => {
    const { href } = new URL(name, home);
    // Of two scripts in a page, the first has brought what they share.
    const there = [...document.querySelectorAll("link")].find((each) => each.href === href);
    const style = there ?? make("link", { rel: "stylesheet", href });
    if (style.sheet) resolve(style);
    style.addEventListener("load", resolve);
    style.addEventListener("error", reject);
    if (!there) document.head.append(style);
  })));
  for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".drag"))) {
    const { figure = "", head = "" } = root.dataset;
    if (!(figure in figures)) continue;
    loaded.then(() => figures[figure](root, home, JSON.parse(head)))
      .catch(() => root.toggleAttribute("data-failed", true)); // there is a still
  }
}

/** Links to the blocks that printed or drew numbers. @param {Data["from"]} from @param {string} home */
export const origins = (from, home) => from.flatMap(({ page, block }, place) => {
  const here = document.getElementById(`code-${block}`);
  const href = here ? `#code-${block}` : new URL(`../${page}#code-${block}`, home).href;
  return [place ? ", " : "", make("a", { href, textContent: block })];
});
