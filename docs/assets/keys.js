/* Single-key shortcuts, as the theme has them for search and for the pages beside this
   one, can be turned off: whoever speaks to a computer, or strays over its keys, presses
   them unawares. The choice is kept in this browser. Loaded by later.js. */
(() => {
  "use strict";
  const name = `${new URL("../", document.currentScript.src).pathname}keys`;
  let off = false;
  try {
    off = localStorage.getItem(name) === "off";
  } catch {
    // Forbidden: the choice holds as long as the page does.
  }

  addEventListener("keydown", (event) => {
    const held = event.ctrlKey || event.altKey || event.metaKey;
    const single = event.key.length === 1 && event.key !== " " && !held;
    const typed = event.target instanceof Element
      && event.target.closest("input, textarea, select");
    if (off && single && !typed) event.stopImmediatePropagation();
  }, true); // before any other sees it

  const place = document.querySelector(".keys");
  if (!place) return;
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: !off });
  const label = document.createElement("label");
  label.append(box, " Single-key shortcuts");
  place.append(label);
  box.addEventListener("change", () => {
    off = !box.checked;
    try {
      if (off) localStorage.setItem(name, "off");
      else localStorage.removeItem(name);
    } catch {
      // As above.
    }
  });
})();
