/** What a reader typed, as words that the translator knows, or what it lacks. */

/** @import { Grammar } from "./parts.js" */

/** @typedef {{words: string[], problem: string, instead: string}} Reading `problem` is empty if it can be read; `instead` is a sentence that can */

const MARKS = 3; // ids that are no words
const MOST = 7; // words that have a position, with begin and end around them
const EXAMPLE = "the girl reads the letter";
/** @type {Record<string, string>} */
const SAME = { a: "the", an: "the", this: "the", that: "the", no: "not", he: "the man", she: "the woman", they: "the women" };

/** How many letters must change. @param {string} a @param {string} b */
export function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [place, other] of [...b].entries())
      next.push(Math.min(next[place] + 1, row[place + 1] + 1, row[place] + Number(letter !== other)));
    row = next;
  }
  return row[b.length];
}

/** Known words that a word may have been meant for, the nearest first. @param {string} word @param {string[]} known */
export function near(word, known) {
  const same = SAME[word] ? [SAME[word]] : [];
  const alike = known
    .map((each) => ({ each, far: distance(word, each), begins: word.length > 3 && each.startsWith(word.slice(0, 3)) }))
    .filter(({ far, begins, each }) => begins || far <= Math.min(2, each.length / 3, word.length / 3))
    .sort((a, b) => a.far - b.far)
    .map(({ each }) => each);
  return [...same, ...alike].slice(0, 3);
}

/** @param {string[]} names @param {string} last */
const list = (names, last = "and") =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;

/** @param {string} word */
const quoted = (word) => `\u201c${word.slice(0, 20)}\u201d`;

/** @param {string} text @param {Grammar} grammar @returns {Reading} */
export function read(text, { english, nouns, verbs }) {
  const known = english.slice(MARKS);
  const words = text.toLowerCase().replace(/n[\u2019']t\b/g, " not").replace(/[^\p{L}\s]/gu, " ").trim().split(/\s+/).filter(Boolean);
  const unknown = [...new Set(words.filter((word) => !known.includes(word)))];
  const meant = words.map((word) => (known.includes(word) ? word : near(word, known)[0]));
  const guess = meant.every(Boolean) ? meant.join(" ") : "";
  const instead = guess && guess.split(" ").length <= MOST ? guess : EXAMPLE;
  if (!words.length) return { words, instead: EXAMPLE, problem: "Type a sentence." };
  if (unknown.length) {
    const people = nouns.map(([, [one]]) => one);
    const does = [...new Set(Object.values(verbs).map(([verb]) => verb))];
    const alike = [...new Set(unknown.flatMap((word) => near(word, known)))];
    const all = unknown.length === words.length && words.length > 1;
    const some = `${list(unknown.slice(0, 3).map(quoted), unknown.length > 3 ? "," : "or").replace(" , ", ", ")}${unknown.length > 3 ? ", \u2026" : ""}`;
    const lacks = all ? `It knows none of these words.` : `It does not know ${some}.`;
    const offers = alike.length ? `Near: ${alike.slice(0, 6).join(", ")}.` : `It has learned ${known.length}: people (${people.slice(0, 3).join(", ")}, \u2026), what they do (${does.slice(0, 3).join(", ")}, \u2026) and to what (apple, book, \u2026).`;
    return { words, instead, problem: `${lacks} ${offers}` };
  }
  if (words.length > MOST)
    return { words, instead: words.slice(0, MOST).join(" "), problem: `It reads ${MOST} words at most. These are ${words.length}.` };
  return { words, instead: "", problem: "" };
}

/** What there is to say of a sentence that can be read. @param {string} sentence @param {Grammar} grammar */
export function about(sentence, { held, learned, nouns }) {
  if (held.some(([text]) => text === sentence)) {
    const [, [one], verb] = nouns.filter(([, names]) => names.includes(sentence.split(" ")[1]))[0];
    return `Held out: in training, no ${one} ${verb}s.`;
  }
  if (learned.some(([text]) => text === sentence)) return `One of its ${learned.length} training sentences.`;
  return "The grammar has no such sentence, so there is no right answer.";
}
