/* Matrices as tables whose cells explain themselves, by grid.css; `explore.js` loads this
   when it needs it. A table is walked with the arrow keys; what a chosen cell is
   made of is said in a live region, and lit in the matrices that it was made of. */
/**
 * How cells were calculated, as publish/cells/entries.py has it. Lists are by row, or by column.
 * @typedef {object} Part
 * @property {string} kind
 * @property {(string | null)[]} [names]
 * @property {string[]} [inner] words of the terms
 * @property {string} [value]
 * @property {Record<number, string> | string} [left]
 * @property {Record<number, string> | string} [right]
 * @property {Record<number, string>} [bias]
 * @property {Record<number, string>} [of]
 * @property {Record<number, string>} [at]
 */

/**
 * @typedef {object} Labels
 * @property {string[]} [rows] words, where rows have them
 * @property {string[]} [columns]
 * @property {string} [role] score, weight or context
 * @property {string} caption
 */

/**
 * @typedef {object} Table
 * @property {HTMLTableElement} element
 * @property {HTMLTableCellElement[][]} cells
 * @property {string[]} rows
 * @property {string[]} columns
 */

/**
 * @typedef {object} Entry what is known of a matrix
 * @property {string[]} [rows]
 * @property {string[]} [columns]
 * @property {string} [role]
 * @property {Part[]} [parts]
 * @property {string[]} [cells] for each row, characters that name the parts of its cells
 */

const grid = (() => {
  "use strict";

  // The same as in publish/cells/entries.py.
  const PLACES = "0123456789abcdefghijklmnopqrstuvwxyz";

  /** @param {string} text as Python and torch write a number */
  const number = (text) => Number(text.replace("inf", "Infinity"));

  /** @param {string} text */
  const pretty = (text) => text.replace(/^-/, "\u2212").replace("inf", "\u221e");

  /** A number after a sign. @param {string} text */
  const after = (text) => (text.startsWith("-") ? `(${pretty(text)})` : pretty(text));

  /**
   * The calculation of a cell, in numbers.
   * @param {Part} part
   * @param {number} row
   * @param {number} column
   */
  function formula(part, row, column) {
    if (part.kind === "fill") return `set to ${pretty(part.value || "")}`;
    if (part.kind === "softmax") {
      const powers = (part.of || {})[row].split(" ").map((score) => `exp(${pretty(score)})`);
      return `${powers[Number((part.at || {})[column])]} / (${powers.join(" + ")})`;
    }
    /** @param {Record<number, string> | string} [side] */
    const line = (side = "") => (typeof side === "string" ? side : side[row]);
    if (part.kind !== "product") {
      const left = line(part.left).split(" ");
      const right = line(part.right).split(" ");
      const single = typeof part.right === "string" ? right[0] : right[column];
      return `${pretty(left[left.length > 1 ? column : 0])} ${part.kind} ${after(single)}`;
    }
    const right = /** @type {Record<number, string>} */ (part.right)[column].split(" ");
    const terms = line(part.left).split(" ").map((one, place) =>
      `${(place ? after : pretty)(one)} \u00d7 ${after(right[place])}`);
    return [...terms, ...(part.bias ? [after(part.bias[column])] : [])].join(" + ");
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {object} [properties]
   * @param {...(Node | string)} children
   * @returns {HTMLElementTagNameMap[Tag]}
   */
  function make(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  /** Words, with their places where a word comes twice. @param {number} length @param {string[]} [words] */
  function labels(length, words) {
    const places = Array.from({ length }, (_, place) => `[${place}]`);
    if (!words) return places;
    const twice = new Set(words).size < words.length;
    return twice ? words.map((word, place) => `${word} ${places[place]}`) : words;
  }

  /**
   * A matrix as a table.
   * @param {string[][]} values as printed
   * @param {Labels} labelled
   * @returns {Table}
   */
  function table(values, { rows, columns, role, caption }) {
    const named = { rows: labels(values.length, rows), columns: labels(values[0].length, columns) };
    /** @param {string} scope @param {string} text */
    const head = (scope, text) => make("th", { scope, textContent: text });
    const cells = values.map((row) => row.map(() => make("td")));
    const body = cells.map((row, place) => make("tr", {}, head("row", named.rows[place]), ...row));
    const element = make("table", { className: "matrix" },
      make("caption", { textContent: caption }),
      make("thead", {}, make("tr", {}, make("td"), ...named.columns.map((name) => head("col", name)))),
      make("tbody", {}, ...body));
    if (role) element.dataset.role = role;
    if (role) {
      const scale = make("span", { className: "scale" }, make("span"), make("i"), make("span"));
      scale.setAttribute("aria-hidden", "true"); // the numbers are in the cells
      element.caption?.append(" ", scale);
    }
    paint(cells, values, role);
    return { element, cells, ...named };
  }

  /**
   * Puts values into cells, the larger the more of their colour.
   * Weights have one scale everywhere, from 0 to 1; other numbers that of their table.
   * @param {HTMLTableCellElement[][]} cells
   * @param {string[][]} values
   * @param {string} [role]
   */
  function paint(cells, values, role) {
    const known = role === "weight" ? ["0", "1"]
      : values.flat().filter((text) => Number.isFinite(value(text)));
    known.sort((one, other) => value(one) - value(other));
    const [least = "", most = ""] = [known[0], known.at(-1)];
    const range = value(most) - value(least) || 1;
    /** @param {number} number */
    const share = (number) => Math.min(1, Math.max(0, (number - value(least)) / range));
    const ends = cells[0][0].closest("table")?.caption?.querySelectorAll(".scale span");
    ends?.forEach((end, place) => { end.textContent = pretty(place ? most : least); });
    values.forEach((row, r) => row.forEach((text, c) => {
      const cell = cells[r][c];
      cell.append(text);
      if (Number.isFinite(value(text)))
        cell.style.setProperty("--heat", `${Math.round(100 * share(value(text)))}%`);
    }));
  }

  /** @param {string} text */
  const value = (text) => (/^(True|False)$/.test(text) ? Number(text === "True") : number(text));

  /**
   * Lets a reader walk through a table, and says so when a cell is chosen.
   * @param {Table} shown
   * @param {(row: number, column: number) => void} choose
   */
  function walk({ element, cells }, choose) {
    element.setAttribute("role", "grid");
    let at = [0, 0];
    /** @param {EventTarget | null} target */
    const place = (target) => {
      const cell = target instanceof Element && target.closest("td");
      const row = cells.findIndex((each) => cell && each.includes(cell));
      return cell && row >= 0 ? [row, cells[row].indexOf(cell)] : null;
    };
    /** @param {number} row @param {number} column */
    const rove = (row, column) => {
      cells[at[0]][at[1]].tabIndex = -1;
      at = [row, column];
      cells[row][column].tabIndex = 0;
    };
    for (const cell of cells.flat()) cell.tabIndex = -1;
    rove(0, 0);
    element.addEventListener("pointerover", (event) => {
      const found = place(event.target);
      if (found) choose(found[0], found[1]);
    });
    element.addEventListener("focusin", (event) => {
      const found = place(event.target);
      if (!found) return;
      rove(found[0], found[1]);
      choose(found[0], found[1]);
    });
    element.addEventListener("keydown", (event) => {
      const [row, column] = at;
      const end = [cells.length - 1, cells[0].length - 1];
      /** @type {Record<string, number[]>} */
      const keys = {
        ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
        ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
        Home: [event.ctrlKey ? 0 : row, 0], End: [event.ctrlKey ? end[0] : row, end[1]],
      };
      const [r, c] = keys[event.key] || [-1, -1];
      if (!(event.key in keys)) return;
      event.preventDefault();
      if (r >= 0 && c >= 0 && r <= end[0] && c <= end[1]) cells[r][c].focus();
    });
  }

  /**
   * The numbers that cells were made of, line by line, and a way to light some.
   * @param {Record<number, string>} lines
   * @param {boolean} byRow whether a line is a row, or a column
   * @param {string} caption
   * @param {string[]} names of the lines
   * @param {string[]} [inner] words along a line
   */
  function operand(lines, byRow, caption, names, inner) {
    const places = names.map((_, place) => place).filter((place) => lines[place]);
    const values = places.map((place) => lines[place].split(" "));
    const words = places.map((place) => names[place]);
    const shown = byRow
      ? table(values, { rows: words, columns: inner, caption })
      : table(values[0].map((_, row) => values.map((line) => line[row])), { rows: inner, columns: words, caption });
    /** @param {number} line @param {number} [place] in the line; all of it without */
    function light(line, place) {
      shown.cells.forEach((row, r) => row.forEach((cell, c) => {
        const [along, across] = byRow ? [r, c] : [c, r];
        const lit = places[along] === line && (place === undefined || place === across);
        cell.classList.toggle("lit", lit);
      }));
    }
    return { element: shown.element, light };
  }

  /**
   * The matrices that a part's cells were made of.
   * @param {Part} part
   * @param {Table} shown
   * @param {string} role
   */
  function operands(part, shown, role) {
    const usual = { context: ["weights", "values"], score: ["queries", "keys, turned"] }[role];
    const [first, second] = [0, 1].map((place) =>
      part.names?.[place] || usual?.[place] || (place ? "right" : part.kind === "softmax" ? "scores" : "left"));
    /** @type {{element: HTMLElement, light: (row: number, column: number) => void}[]} */
    const found = [];
    /** @param {Part["left"]} lines @param {string} name */
    const whole = (lines, name) => {
      if (!lines || typeof lines === "string") return;
      const side = operand(lines, true, name, shown.rows);
      found.push({ element: side.element, light: side.light });
    };
    if (part.kind === "product") {
      const left = operand(/** @type {Record<number, string>} */ (part.left), true, first, shown.rows, part.inner);
      const right = operand(/** @type {Record<number, string>} */ (part.right), false, second, shown.columns, part.inner);
      found.push({ element: left.element, light: (row) => left.light(row) });
      found.push({ element: right.element, light: (_, column) => right.light(column) });
    } else if (part.kind === "softmax") {
      const scores = operand(part.of || {}, true, first, shown.rows, part.inner);
      found.push({ element: scores.element, light: (row) => scores.light(row) });
    } else {
      whole(part.left, first);
      whole(part.right, second);
    }
    return found;
  }

  /**
   * A printed matrix as a table, with what is known of its cells.
   * @param {string[][]} values
   * @param {Entry} known
   * @param {string} more what torch printed behind the numbers
   */
  function explained(values, known, more) {
    const { role = "", parts = [] } = known;
    const size = `${values.length} \u00d7 ${values[0].length}`;
    const kind = { score: "scores", weight: "weights", context: "context vectors" }[role];
    const caption = [size, kind, more].filter(Boolean).join(", ");
    const shown = table(values, { ...known, caption });
    const made = make("p", { className: "made" });
    const of = make("div", { className: "of" });
    /** @type {Part | null} */
    let present = null;
    /** @type {ReturnType<typeof operands>} */
    let lit = [];
    /** @param {number} row @param {number} column */
    function look(row, column) {
      const part = parts[PLACES.indexOf(known.cells?.[row][column] || ".")] || null;
      const found = part && part !== present ? operands(part, shown, role) : [];
      if (found.length) {
        of.replaceChildren(...found.map(({ element }) => make("div", { className: "wide" }, element)));
        [lit, present] = [found, part];
      }
      return part;
    }
    walk(shown, (row, column) => {
      const part = look(row, column);
      const printed = pretty(values[row][column]);
      made.replaceChildren(make("b", { textContent: `${shown.rows[row]}, ${shown.columns[column]}` }),
        ` ${!part ? printed : formula(part, row, column) + (part.kind === "fill" ? "" : ` = ${printed}`)}`);
      const [litRow, litColumn] = part === present ? [row, column] : [-1, -1];
      for (const { light } of lit) light(litRow, litColumn);
      shown.cells.forEach((line, r) => line.forEach((cell, c) =>
        cell.classList.toggle("lit", r === row && c === column)));
    });
    const wide = make("div", { className: "wide" }, shown.element);
    if (!parts.length) return wide;
    made.setAttribute("aria-live", "polite");
    made.textContent = "Choose a cell: it says what it was made of.";
    if (known.cells) known.cells.some((row, r) => [...row].some((_, c) => look(r, c)));
    return make("div", {}, wide, made, of);
  }

  /**
   * Loads a script or a style sheet from beside this one; is there, or is not, afterwards.
   * @param {HTMLScriptElement | HTMLLinkElement} element with its address
   */
  const load = (element) => new Promise((resolve) => {
    element.onload = element.onerror = resolve;
    document.head.append(element);
  });

  /** By address, what was asked for. @type {Map<string, Promise<unknown>>} */
  const asked = new Map();

  /** @param {string} path @param {string} home */
  function bring(path, home) {
    const { href } = new URL(path, home);
    if (document.querySelector(`link[href$="${path}"]`) && !asked.has(href)) return undefined;
    const element = path.endsWith(".css")
      ? make("link", { rel: "stylesheet", href })
      : make("script", { src: href });
    const coming = asked.get(href) || load(element);
    asked.set(href, coming);
    return coming;
  }

  /**
   * The heatmaps of an output, and what publish/cells/entries.py knows of their cells, which was
   * written down while the snippet ran. Returns what turns from text to heatmaps and back.
   * @param {HTMLElement} button the switch
   * @param {HTMLElement} pre the text
   * @param {Iterable<RegExpMatchArray>} matches its matrices: rows, and what stands behind
   * @param {string} home where the scripts are
   */
  async function heatmaps(button, pre, matches, home) {
    const output = /** @type {HTMLElement} */ (button.parentElement);
    /** @type {Element | null} */
    let block = output;
    while (block && !block.classList.contains("snippet")) block = block.previousElementSibling;
    const [, page, idea] = /(.*)\/(.*)/.exec(block?.getAttribute("data-snippet") || "") || [];
    await Promise.all([bring("grid.css", home), page && bring(`../cells/${page}.js`, home)]);
    const { cells = {} } = /** @type {{cells?: Record<string, (Entry | null)[]>}} */ (window);
    const known = [...(cells[idea] || [])];
    const tables = make("div", { className: "matrices", hidden: true });
    const text = pre.textContent || "";
    let end = 0;
    /** @param {number} [until] */
    const between = (until) => {
      const words = text.slice(end, until).trim();
      if (words) tables.append(make("p", { textContent: words }));
    };
    for (const match of matches) {
      const values = (match[1].match(/[^[\]]+(?=\])/g) || []).map((row) => row.trim().split(/,\s*/));
      // Cut short by torch, or no matrix: it stays text.
      if (match[1].includes("...") || values.some(({ length }) => length !== values[0].length)) continue;
      between(match.index);
      tables.append(explained(values, known.shift() || {}, match[2].replace(/^[,\s]+/, "")));
      end = (match.index || 0) + match[0].length;
    }
    between();
    pre.after(tables);
    return () => {
      const on = tables.hidden;
      button.setAttribute("aria-pressed", String(on));
      pre.hidden = on;
      tables.hidden = !on;
    };
  }

  return { heatmaps };
})();
