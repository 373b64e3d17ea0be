/** Starts the figures of a page in which a trained model runs: the first at once, others as they come near. */

import { apart } from "./translator.js";

/** @type {Record<string, (root: HTMLElement, home: string, numbers: any) => Promise<void>>} */
const FIGURES = { translate: apart, translator: apart };

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const roots = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.drag[data-script="live.js"]'))];

/** @param {HTMLElement} root */
function start(root) {
  FIGURES[root.dataset.figure || ""](root, home, JSON.parse(root.dataset.head || ""))
    .catch(() => root.toggleAttribute("data-failed", true)); // there is a still
}

if (roots.length) {
  const style = document.createElement("link");
  Object.assign(style, { rel: "stylesheet", href: new URL("live.css", home).href });
  style.addEventListener("load", () => {
    const near = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        start(/** @type {HTMLElement} */ (target));
      }
    }, { rootMargin: "400px" });
    start(roots[0]);
    roots.slice(1).forEach((root) => near.observe(root));
  });
  document.head.append(style);
}
