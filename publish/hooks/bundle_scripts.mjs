/* Makes the site's scripts and styles of those in docs/assets: bundle_scripts.mjs FROM TO.

   The files of the figures that readers move are modules, so that each can be read, typed
   and tested alone. From the file system a browser loads no modules: bundled, they are a
   plain script. Files that no bundle has are minified, each by itself. */
import { build, transform } from "esbuild";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BUNDLES = {
  "scripts.js": ["predict.js", "scroll.js", "progress.js", "later.js"],
  "after.js": ["names.js", "keys.js", "drawer.js", "copy-page.js", "formulas.js", "heatmap.js", "filter.js"],
  "drag.js": ["drag/page.js"],
  "words.js": ["drag/words-page.js"],
  "bars.js": ["drag/rows-page.js"],
  "pipeline.js": ["drag/pipeline-page.js"],
  "volumes.js": ["drag/volumes-page.js"],
  "live.js": ["live/page.js"],
  "decoders.js": ["live/decoder-only.js"],
  "memories.js": ["live/recall-page.js"],
  "broken.js": ["live/broken-page.js"],
  "steps.js": ["steps/page.js"],
  "steps-parts.js": ["steps/parts-page.js"],
  "steps-ranks.js": ["steps/ranks-page.js"],
  "steps-serving.js": ["steps/serving-page.js"],
  "models.js": ["models/page.js"],
};
const AS_IT_IS = ["katex.css"]; // minified already, below its licence
const SHORT = { minify: true, charset: "utf8" };

const [from, to] = process.argv.slice(2);

/** One script of a bundle's parts, none of which keeps the others from running. */
async function bundled(parts) {
  const scripts = await Promise.all(parts.map(async (part) => {
    const how = { ...SHORT, bundle: true, format: "iife", write: false, logLevel: "error" };
    const made = await build({ ...how, entryPoints: [join(from, part)] });
    return made.outputFiles[0].text;
  }));
  if (scripts.length === 1) return scripts[0];
  return scripts.map((text) => `try{${text}}catch(error){reportError(error)}\n`).join("");
}

async function minified(name) {
  const text = readFileSync(join(from, name), "utf8");
  if (AS_IT_IS.includes(name)) return text;
  const { code, warnings } = await transform(text, { ...SHORT, loader: name.split(".").pop() });
  if (warnings.length) throw new Error(`${name}: ${warnings.map(({ text }) => text).join("; ")}`);
  return code;
}

const put = (name, text) => writeFileSync(join(to, name), text);

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const parts = Object.values(BUNDLES).flat();
const alone = globSync("*.{css,js}", { cwd: from }).filter((name) => !parts.includes(name));
await Promise.all([
  ...Object.entries(BUNDLES).map(async ([name, of]) => put(name, await bundled(of))),
  ...alone.map(async (name) => put(name, await minified(name))),
]);
