/* Scripts that the first sight of a page can do without come after it, as one: the names
   of its links and buttons, whether single keys count, the keys of the navigation, and
   what is copied of a page, a block or a formula.
   publish/site/scripts.py puts them together. A figure that readers move is loaded once
   they come near. */
(() => {
  "use strict";
  const home = document.currentScript.src;
  const load = (path, onerror = null) => document.head.append(
    Object.assign(document.createElement("script"), { src: new URL(path, home).href, onerror }));
  load("after.js");

  const figure = document.querySelector(".drag");
  let asked = false;
  function bring() {
    if (!asked) load(figure.dataset.script, () => figure.toggleAttribute("data-failed", true)); // there is a still
    asked = true;
  }
  /* A trained model is as large as the page: it waits until that is there. */
  function soon() {
    if (figure.dataset.script === "drag.js") bring();
    else if (document.readyState === "complete") setTimeout(bring, 800);
    else addEventListener("load", soon);
  }
  const near = new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting || /^#(asks|kept|temperature)=/.test(location.hash)) soon();
  }, { rootMargin: "800px" });
  if (figure) {
    near.observe(figure);
    // Who walks by keyboard is there before long.
    addEventListener("keydown", ({ key }) => key === "Tab" && bring());
  }
})();
