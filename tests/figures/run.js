/* Answers calls of the figures' modules: `node run.js FOLDER < calls.json`, where the folder
   holds the models as scripts. Lists become sets where the engine takes sets. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as dropout from "../../docs/assets/drag/dropout.js";
import * as head from "../../docs/assets/drag/head.js";
import * as memory from "../../docs/assets/drag/memory.js";
import * as pipeline from "../../docs/assets/drag/pipeline.js";
import * as rotary from "../../docs/assets/drag/rotary.js";
import * as rows from "../../docs/assets/drag/rows.js";
import { weightsAt } from "../../docs/assets/drag/temperature.js";
import * as volumes from "../../docs/assets/drag/volumes.js";
import { compare } from "../../docs/assets/live/broken.js";
import * as engine from "../../docs/assets/live/engine.js";
import { empty, read } from "../../docs/assets/live/memory.js";
import { sampled } from "../../docs/assets/live/sampling.js";
import { TYPES, nearest } from "../../docs/assets/steps/codes.js";

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
const [folder] = process.argv.slice(2);
for (const file of readdirSync(folder)) await import(pathToFileURL(join(folder, file)));
const models = Object.fromEntries(
  Object.entries(globalThis.weights).map(([name, text]) => [name, engine.readSafetensors(bytes(text))]));

const switched = ({ cut = [], hidden = [], ...others }) =>
  ({ cut: new Set(cut), hidden: new Set(hidden), ...others });

const calls = {
  safetensors: (text) => engine.readSafetensors(bytes(text)),
  induction: (ids, how) => engine.attentionOnly(models.induction, ids, switched(how)),
  story: (ids, how) => engine.gpt(models.story, ids, switched(how)),
  broken: ({ blocks: [mistakes] }, words) => mistakes.map(({ key, text }) =>
    compare(models.story, text.split(" ").map((word) => words.indexOf(word)), key)),
  translator: (source, target, how) => engine.translator(models.translator, source, switched(how))(target),
  translate: (source, how) => engine.translate(models.translator, source, switched({ start: 1, end: 2, ...how })),
  recall: (rule, ids) => {
    let now = { kept: empty() };
    const logits = ids.map((id) => (now = read(models.rewritten, rule, now.kept, id)).logits);
    return { ...now.kept, logits };
  },
  sampled: (logits, { k, ...how }) => sampled(logits, { k: k ?? Infinity, ...how }),
  // Of what a page gives to a figure, what it makes of it.
  head: (data, state) => head.answer(head.read(data), state),
  opening: (data) => ({ ...head.opening(head.read(data)), ...head.read(data).opens }),
  temperature: weightsAt,
  rotary: (data, state) => ({ opens: rotary.read(data).opens, printed: rotary.read(data).score, ...rotary.turned(rotary.read(data).pair, state) }),
  dropout: (data, kept) => ({ ...dropout.read(data), dropped: dropout.dropped(dropout.read(data), kept) }),
  rows: rows.read,
  models: (data) => Object.entries(memory.models(data)).map(([name, model]) => {
    const { size, full } = memory.sizes(memory.published(model, { texts: 1, bytes: 2 }));
    return { name, printed: model.gib, computed: [size, full].map(memory.gib) };
  }),
  timetable: (state) => pipeline.timetable(state).map((passes) => passes.map(Object.values)),
  schedules: ({ blocks: [lines] }) => lines.map((line) => {
    const { state, numbers } = pipeline.printed(line);
    return { printed: numbers, computed: pipeline.counted(state) };
  }),
  volumes: (data, states) => {
    const { of, state } = volumes.printed(data);
    return states.map((other) => volumes.answers(of, { ...state, ...other }));
  },
  printed: (data) => {
    const { of, state, computing, ways } = volumes.printed(data);
    const found = volumes.answers(of, state);
    const texts = found.ways.filter(({ refused }) => !refused)
      .map(({ way, total, sends, takes }) => [way, volumes.gigabytes(total), volumes.gigabytes(sends), volumes.seconds(takes)]);
    return { printed: [computing, ...ways], computed: [volumes.seconds(found.computing), ...texts] };
  },
  codes: (x) => TYPES.map(({ held }) => held[nearest(held, x)]),
};
const given = JSON.parse(readFileSync(0, "utf8"));
const answers = given.map(([name, ...values]) => calls[name](...values));
console.log(JSON.stringify(answers, (_, value) => (value instanceof Float64Array ? [...value] : value)));
