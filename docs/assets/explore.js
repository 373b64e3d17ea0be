/* A printed matrix can be seen as a heatmap, whose cells say what they were made of.

   The text stays what it was; the switch comes with this script, and all else, in
   grid.js, when a reader first uses one. */
(() => {
  "use strict";

  // The same as in publish/cells/entries.py.
  const MATRIX = /tensor\(\[(\[[^[\]()]*\](?:,\s*\[[^[\]()]*\])*)\]([^()]*)\)/g;
  const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;

  /** @type {Promise<unknown> | undefined} */
  let loading;
  const load = () => (loading ||= new Promise((resolve) => {
    if (typeof grid !== "undefined") return resolve(0);
    const src = new URL("grid.js", home).href;
    document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve }));
  }));

  for (const output of document.querySelectorAll(".output")) {
    const pre = output.querySelector("pre");
    const text = output.querySelector("code")?.textContent || "";
    if (!pre || ![...text.matchAll(MATRIX)].some(([, rows]) => !rows.includes("..."))) continue;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "explore", textContent: "Heatmap" });
    button.setAttribute("aria-pressed", "false");
    /** @type {Promise<() => void> | undefined} */
    let turn;
    button.addEventListener("click", async () => {
      turn ||= load().then(() => grid.heatmaps(button, pre, text.matchAll(MATRIX), home));
      (await turn)();
    });
    output.prepend(button);
  }
})();
