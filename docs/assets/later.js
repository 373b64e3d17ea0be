/* Scripts that the first sight of a page can do without come after it, as one: the names
   of its links and buttons, whether single keys count, the keys of the navigation, and
   what is copied of a page, a block or a formula.
   publish/site/scripts.py puts them together. A figure that readers move is loaded once
   they come near; a trained model, which is as large as a page, some time after it. */
(() => {
  "use strict";
  const home = document.currentScript.src;
  const load = (path, onerror = null) => document.head.append(
    Object.assign(document.createElement("script"), { src: new URL(path, home).href, onerror }));
  load("after.js");

  const figure = document.querySelector(".drag");
  let asked = false;
  function bring() {
    // If it cannot be loaded, there is a still.
    if (!asked) load(figure.dataset.script, () => { figure.dataset.failed = ""; });
    asked = true;
  }
  const near = new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting || /^#(asks|kept|temperature)=/.test(location.hash)) setTimeout(bring, figure.dataset.wait);
  }, { rootMargin: "800px" });
  if (figure) {
    near.observe(figure);
    // Who walks by keyboard is there before long.
    addEventListener("keydown", ({ key }) => key === "Tab" && bring());
  }
})();
