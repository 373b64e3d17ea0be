/* A printed matrix can be seen as a heatmap, whose cells say what they were made of.

   The text stays what it was; the switch comes with this script, and what it needs when it
   is used first: the tables (grid.js), and what publish/cells.py knows of the cells of a
   page, which was written down while the snippets ran. */
(() => {
  "use strict";

  // The same as in publish/cells.py.
  const MATRIX = /tensor\(\[(\[[^[\]()]*\](?:,\s*\[[^[\]()]*\])*)\]([^()]*)\)/g;
  const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;

  /** The matrices of a text, and the text between. @param {string} text */
  function split(text) {
    /** @type {{between: string, values: string[][], more: string}[]} */
    const found = [];
    let end = 0;
    for (const match of text.matchAll(MATRIX)) {
      const values = (match[1].match(/[^[\]]+(?=\])/g) || [])
        .map((row) => row.trim().split(/,\s*/));
      if (match[1].includes("...") || values.some(({ length }) => length !== values[0].length))
        continue;
      const between = text.slice(end, match.index);
      found.push({ between, values, more: match[2].replace(/^[,\s]+/, "") });
      end = match.index + match[0].length;
    }
    return { found, rest: text.slice(end) };
  }

  /** @type {Map<string, Promise<unknown>>} */
  const scripts = new Map();

  /** @param {string} path */
  function load(path) {
    if (path === "grid.js" && typeof grid !== "undefined") return undefined;
    const loading = scripts.get(path) || new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = new URL(path, home).href;
      script.onload = script.onerror = resolve;
      document.head.append(script);
    });
    scripts.set(path, loading);
    return loading;
  }

  /** @param {HTMLElement} output */
  function prepare(output) {
    const pre = output.querySelector("pre");
    const text = pre?.querySelector("code")?.textContent || "";
    if (!pre || !split(text).found.length) return;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "explore", textContent: "Heatmap" });
    button.setAttribute("aria-pressed", "false");
    const tables = document.createElement("div");
    tables.className = "matrices";
    /** @type {Promise<void> | undefined} */
    let filled;
    button.addEventListener("click", async () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") === "false"));
      filled ||= fill(tables, output, text);
      await filled;
      const on = button.getAttribute("aria-pressed") === "true"; // by now
      pre.hidden = on;
      tables.hidden = !on;
      pre.after(tables);
    });
    output.prepend(button);
  }

  /** @param {HTMLElement} tables @param {HTMLElement} output @param {string} text */
  async function fill(tables, output, text) {
    /** @type {Element | null} */
    let block = output;
    while (block && !block.classList.contains("snippet")) block = block.previousElementSibling;
    const [, page, idea] = /(.*)\/(.*)/.exec(block?.getAttribute("data-snippet") || "") || [];
    await Promise.all([load("grid.js"), page && load(`../cells/${page}.js`)]);
    const { cells = {} } = /** @type {{cells?: Record<string, (Entry | null)[]>}} */ (window);
    const known = cells[[idea, output.dataset.family].filter(Boolean).join(".")] || [];
    const { found, rest } = split(text);
    found.forEach(({ between, values, more }, place) => {
      if (between.trim()) tables.append(grid.make("p", { textContent: between.trim() }));
      tables.append(grid.explained(values, known[place] || {}, more));
    });
    if (rest.trim()) tables.append(grid.make("p", { textContent: rest.trim() }));
  }

  document.querySelectorAll(".output").forEach((output) =>
    output instanceof HTMLElement && prepare(output));
})();
