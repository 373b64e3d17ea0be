/** What a reader typed, as words that the translator knows, or what it lacks. */

/**
 * The grammar, from the package; words stand in the order of their ids.
 * @typedef {object} Grammar
 * @property {string[]} english
 * @property {string[]} hindi
 * @property {string[]} latin the Hindi words in Latin letters
 * @property {string[]} gloss the Hindi words in English
 * @property {Record<string, [string, string, string]>} verbs by Hindi form: the verb in
 *   English, the gender of its subject, and the number where the ending shows it
 * @property {[string, string[], string][]} nouns gender, singular and plural, and the verb
 *   that they are kept apart from
 * @property {[string, number[]][]} held the 160 sentences held out: English, ids in Hindi
 * @property {[string, number[]][]} learned the 800 for training
 */

/** @typedef {{words: string[], problem: string, instead: string}} Reading `problem` is empty if it can be read; `instead` is a sentence that can */

const MARKS = 3; // ids that are no words
const MOST = 7; // words that have a position, with begin and end around them
const EXAMPLE = "the girl reads the letter";

/** @param {string} text @param {Grammar} grammar @returns {Reading} */
export function read(text, { english }) {
  const known = english.slice(MARKS);
  const words = text.toLowerCase().replace(/n[\u2019']t\b/g, " not").replace(/[^\p{L}\s]/gu, " ").trim().split(/\s+/).filter(Boolean);
  const unknown = [...new Set(words.filter((word) => !known.includes(word)))].map((word) => `\u201c${word.slice(0, 20)}\u201d`);
  if (!words.length) return { words, instead: EXAMPLE, problem: "Type a sentence." };
  if (unknown.length) {
    const named = unknown.length > 3 ? [...unknown.slice(0, 3), "\u2026"].join(", ") : unknown.join(" or ");
    return { words, instead: EXAMPLE, problem: `It does not know ${named}. The ${known.length} words that it knows are below.` };
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
