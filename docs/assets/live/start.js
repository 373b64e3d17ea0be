/** Starts the figures of a page, and says where their numbers were printed. */

import { make } from "./elements.js";

/** @typedef {(root: HTMLElement, home: string, numbers: any) => void | Promise<void>} Figure */
/** @typedef {{page: string, block: string}[]} From where numbers were printed */

/**
 * Waits for the styles, then starts the page's first figure of these, and others as they come near.
 * @param {Record<string, Figure>} figures by their names
 * @param {string[]} styles
 */
export async function start(figures, styles) {
  const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const roots = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".drag"))]
    .filter(({ dataset }) => (dataset.figure || "") in figures);
  /** There is a still. @param {HTMLElement} root */
  const fail = (root) => root.toggleAttribute("data-failed", true);
  /** @param {HTMLElement} root */
  const begin = async (root) => {
    try {
      await figures[root.dataset.figure || ""](root, home, JSON.parse(root.dataset.head || ""));
    } catch {
      fail(root);
    }
  };
  try {
    await Promise.all(styles.map((name) => new Promise((resolve, reject) => {
      const { href } = new URL(name, home);
      // Of two scripts in a page, the first has brought what they share.
      const there = [...document.querySelectorAll("link")].find((each) => each.href === href);
      const style = there ?? make("link", { rel: "stylesheet", href });
      if (style.sheet) resolve(style);
      style.addEventListener("load", resolve);
      style.addEventListener("error", reject);
      if (!there) document.head.append(style);
    })));
  } catch {
    roots.forEach(fail);
    return;
  }
  const near = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      begin(/** @type {HTMLElement} */ (target));
    }
  }, { rootMargin: "400px" });
  roots.slice(0, 1).forEach(begin);
  roots.slice(1).forEach((root) => near.observe(root));
}

/** Links to the blocks that printed numbers. @param {From} from @param {string} home */
export const origins = (from, home) => from.flatMap(({ page, block }, place) => {
  const here = document.getElementById(`code-${block}`);
  const href = here ? `#code-${block}` : new URL(`../${page}#code-${block}`, home).href;
  return [place ? ", " : "", make("a", { href, textContent: block })];
});
