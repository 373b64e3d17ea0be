/*
 * KaTeX under Node: a line of standard input is a formula, `[latex, on its own?]` as JSON,
 * and is answered by a line: `{html}` or `{error}`. The arguments name the concepts, each of
 * which is a macro that gives its class to what it holds.
 */

// As this asks for them, Node's modules need no types, which nothing else here has.
const { argv, getBuiltinModule, stdin, stdout } = /** @type {any} */ (globalThis).process;
const vendored = new URL("vendor/katex/katex.min.js", import.meta.url);
// A script, not a module: it leaves `katex` in the global scope.
getBuiltinModule("vm").runInThisContext(getBuiltinModule("fs").readFileSync(vendored, "utf-8"));
const { katex } = /** @type {any} */ (globalThis);

const macros = Object.fromEntries(
  argv.slice(2).map((/** @type {string} */ name) => [`\\${name}`, `\\htmlClass{${name}}{#1}`]),
);
// Where a formula that is displayed may be cut into parts, one below the other (site.css).
macros["\\qquad"] = "\\allowbreak\\hskip2em";

/**
 * The HTML and MathML of a formula. KaTeX puts what stands between two places where a line
 * may end into a box; here the boxes between two wide spaces become one part.
 * @param {string} tex
 * @param {{ displayMode: boolean }} settings
 */
function typeset(tex, settings) {
  const tree = katex.__renderToDomTree(tex, settings);
  if (!settings.displayMode) return tree.toMarkup();
  const html = tree.children[0].children[1];
  /** @type {any[][]} */
  const parts = [[]];
  for (const box of html.children) {
    parts[parts.length - 1].push(box);
    if (box.children.some((/** @type {any} */ each) => each.hasClass("allowbreak"))) parts.push([]);
  }
  if (parts.length > 1) {
    const { Span } = katex.__domTree;
    html.children = parts.map((boxes) => new Span(["part"], boxes));
  }
  return tree.toMarkup();
}

const options = {
  output: "htmlAndMathml",
  throwOnError: true,
  strict: (/** @type {string} */ code) => (code === "htmlExtension" ? "ignore" : "error"),
  trust: (/** @type {{ command: string }} */ { command }) => {
    if (command === "\\htmlClass") return true;
    throw new Error(`${command} is not allowed in a formula`);
  },
};

for await (const line of getBuiltinModule("readline").createInterface(stdin)) {
  const [tex, displayMode] = JSON.parse(line);
  let answer;
  try {
    // A formula may define macros, for itself alone.
    const own = { ...options, displayMode, macros: { ...macros } };
    answer = { html: typeset(tex, own) };
  } catch (error) {
    answer = { error: /** @type {Error} */ (error).message };
  }
  stdout.write(`${JSON.stringify(answer)}\n`);
}
