/* Scripts that the first sight of a page can do without come after it: the names of its
   links and buttons, whether single keys count, where the window is narrow, the keys of
   the navigation, and the figure in which a query is dragged, once a reader comes near. */
(() => {
  "use strict";
  const home = document.currentScript.src;
  const load = (path, onerror = null) => document.head.append(
    Object.assign(document.createElement("script"), { src: new URL(path, home).href, onerror }));
  load("names.js");
  load("keys.js");

  const narrow = matchMedia("(max-width: 76.2344em)"); // as the theme has it
  function drawer() {
    if (!narrow.matches) return;
    narrow.removeEventListener("change", drawer);
    load("drawer.js");
  }
  narrow.addEventListener("change", drawer);
  drawer();

  const figure = document.querySelector(".drag");
  let asked = false;
  function bring() {
    if (!asked) load("drag.js", () => figure.toggleAttribute("data-failed", true)); // there is a still
    asked = true;
  }
  const near = new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting || /^#(asks|kept|temperature)=/.test(location.hash)) bring();
  }, { rootMargin: "800px" });
  if (figure) {
    near.observe(figure);
    // Who walks by keyboard is there before long.
    addEventListener("keydown", ({ key }) => key === "Tab" && bring());
  }
})();
