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

  /**
   * Lets a heatmap that the page came with be walked: at the first touch or arrow, one that
   * explains itself takes its place.
   * @param {Element} output
   * @param {HTMLElement} still
   * @param {() => Promise<() => void>} make
   */
  function wake(output, still, make) {
    const cells = [...still.querySelectorAll("tbody td")];
    for (const table of still.querySelectorAll("table")) {
      if (!table.closest(".wide")?.nextElementSibling) continue; // its cells say nothing more
      table.setAttribute("role", "grid");
      table.querySelector("tbody td")?.setAttribute("tabindex", "0");
    }
    let woken = false;
    /** @param {Event} event */
    async function on(event) {
      const cell = event.target instanceof Element ? event.target.closest("td") : null;
      const chosen = !(event instanceof KeyboardEvent) || /^(Arrow|Enter$| $)/.test(event.key);
      if (woken || !cell || !chosen) return;
      if (event instanceof KeyboardEvent) event.preventDefault();
      woken = true;
      const open = await make();
      const here = still.contains(document.activeElement) || event.type === "pointerdown";
      still.remove();
      open();
      const grown = output.querySelectorAll("table.matrix[role=grid] tbody td");
      const place = cells.filter((one) => one.closest("[role=grid]")).indexOf(cell);
      if (here) /** @type {HTMLElement} */ (grown[place])?.focus();
    }
    still.addEventListener("keydown", on);
    still.addEventListener("pointerdown", on);
  }

  for (const output of document.querySelectorAll(".output")) {
    const pre = output.querySelector("pre");
    const text = output.querySelector("code")?.textContent || "";
    if (!pre || ![...text.matchAll(MATRIX)].some(([, rows]) => !rows.includes("..."))) continue;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "explore", textContent: "Heatmap" });
    /** @type {HTMLElement | null} the key heatmap of a lesson, which the page came with */
    const still = output.querySelector(":scope > .still");
    button.setAttribute("aria-pressed", String(Boolean(still)));
    /** @type {Promise<() => void> | undefined} */
    let turn;
    const make = () => (turn ||= load().then(() =>
      grid.heatmaps(button, pre, text.matchAll(MATRIX), home)));
    button.addEventListener("click", async () => {
      if (!still?.isConnected) return (await make())();
      still.hidden = !still.hidden;
      pre.hidden = !still.hidden;
      button.setAttribute("aria-pressed", String(pre.hidden));
    });
    if (still) wake(output, still, make);
    output.prepend(button);
  }
})();
