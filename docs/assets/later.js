/* Scripts that the first sight of a page can do without come after it, as one: the names
   of its links and buttons, whether single keys count, the keys of the navigation, and
   what is copied of a page, a block or a formula.
   publish/hooks/bundle_scripts.mjs puts them together. A figure that readers move is loaded once
   they come near; a trained model, which is as large as a page, some time after it. */
(() => {
  "use strict";
  const home = document.currentScript.src;
  const load = (path, onerror = null) => document.head.append(
    Object.assign(document.createElement("script"), { src: new URL(path, home).href, onerror }));
  load("after.js");

  const asked = new Set();
  for (const figure of document.querySelectorAll(".drag")) {
    const { script, wait } = figure.dataset;
    function bring() {
      if (!asked.has(script)) load(script, () => {
        for (const each of document.querySelectorAll(`[data-script="${script}"]`)) each.toggleAttribute("data-failed", true); // there is a still
      });
      asked.add(script);
    }
    const near = new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting || /^#(english|text)=/.test(location.hash)) setTimeout(bring, wait);
    }, { rootMargin: "300px" });
    near.observe(figure);
    // Who walks by keyboard is there before long.
    addEventListener("keydown", ({ key }) => key === "Tab" && bring());
  }
})();
