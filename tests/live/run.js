/* Answers calls of an engine: `node run.js ENGINE FOLDER < calls.json`, where the folder
   holds the models as scripts. Lists become sets where the engine takes sets. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { empty, read } from "../../docs/assets/live/memory.js";
import { phraseParts } from "../../docs/assets/live/parts.js";
import { sampled } from "../../docs/assets/live/sampling.js";

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
const [path, folder] = process.argv.slice(2);
const engine = await import(pathToFileURL(path));
for (const file of readdirSync(folder)) await import(pathToFileURL(join(folder, file)));
const models = Object.fromEntries(
  Object.entries(globalThis.weights).map(([name, text]) => [name, engine.readSafetensors(bytes(text))]));
const grammar = globalThis.courseData.translator;

const switched = ({ cut = [], hidden = [], ...others }) =>
  ({ cut: new Set(cut), hidden: new Set(hidden), ...others });

const calls = {
  read: (text) => engine.readSafetensors(bytes(text)),
  induction: (ids, how) => engine.attentionOnly(models.induction, ids, switched(how)),
  story: (ids, how) => engine.gpt(models.story, ids, switched(how)),
  translator: (source, target, how) => engine.translator(models.translator, source, switched(how))(target),
  translate: (source, how) => engine.translate(models.translator, source, switched({ start: 1, end: 2, ...how })),
  recall: (rule, ids) => {
    let now = { kept: empty() };
    const logits = ids.map((id) => (now = read(models.rewritten, rule, now.kept, id)).logits);
    return { ...now.kept, logits };
  },
  sampled: (logits, { k, ...how }) => sampled(logits, { k: k ?? Infinity, ...how }),
  parts: (ids) => phraseParts(ids, grammar),
};
const given = JSON.parse(readFileSync(0, "utf8"));
const answers = given.map(([name, ...values]) => calls[name](...values));
console.log(JSON.stringify(answers, (_, value) => (value instanceof Float64Array ? [...value] : value)));
