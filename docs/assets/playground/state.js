/** What a reader may set, what is refused and in which words, and the state as an address. */

/** @import { Matrix, State } from "./road.js" */

/**
 * What was published, and the playground opens with: six words, one head.
 * @typedef {object} Published
 * @property {string[]} words
 * @property {Matrix} embeddings
 * @property {Matrix} places
 * @property {Matrix[]} matrices of queries, keys and values
 */

/** Something that is refused: where it stands, and why. */
export class Refused extends Error {
  /** @param {string} field @param {string} message */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

export const FEATURES = 3;
export const MOST = { words: 8, heads: 4, width: 4, letters: 20, number: 10 };
export const TEMPERATURE = { least: 0.05, most: 100 };
/** @type {("queries" | "keys" | "values")[]} */
export const MATRICES = ["queries", "keys", "values"];
const SWITCHES = /** @type {const} */ (["positions", "scaling", "causal"]);

/** @param {string} text @param {string} field @param {number} least @param {number} most */
export function readNumber(text, field, least = -MOST.number, most = MOST.number) {
  const plain = text.trim().replace(/[\u2212\u2013]/g, "-").replace(",", ".");
  if (!plain) throw new Refused(field, "A number is missing.");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(plain))
    throw new Refused(field, `\u201c${text.trim().slice(0, 20)}\u201d is not a number.`);
  const number = Number(plain);
  if (number < least || number > most)
    throw new Refused(field, `${plain} is not between ${least} and ${most}.`.replace("-", "\u2212"));
  return number || 0; // no negative zero
}

/** @param {string} text @param {string} field @param {number} most */
export function readCount(text, field, most) {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most)
    throw new Refused(field, `\u201c${text.slice(0, 20)}\u201d is not a whole number from 1 to ${most}.`);
  return count;
}

/** @param {string} text words, with blanks between */
export function readWords(text) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const long = words.find((word) => [...word].length > MOST.letters);
  if (!words.length) throw new Refused("words", "At least one word is needed.");
  if (words.length > MOST.words)
    throw new Refused("words", `These are ${words.length} words; ${MOST.words} at most.`);
  if (long)
    throw new Refused("words", `\u201c${long.slice(0, MOST.letters)}\u2026\u201d is longer than ${MOST.letters} letters.`);
  return words;
}

/** @param {Published} published @returns {State} */
export function opening({ words, embeddings, matrices: [queries, keys, values] }) {
  return {
    words, embeddings, queries: [queries], keys: [keys], values: [values],
    width: queries.length, positions: true, scaling: true, causal: false, temperature: 1,
  };
}

/**
 * An example whose numbers were made by hand, so that they mean something.
 * @typedef {object} Example
 * @property {string} name
 * @property {string} note what the numbers mean
 * @property {State} state
 */

/** One head, two wide, without positions. @param {string[]} words @param {Matrix} embeddings @param {Matrix[]} matrices @returns {State} */
const byHand = (words, embeddings, [queries, keys, values]) => ({
  words, embeddings, queries: [queries], keys: [keys], values: [values],
  width: 2, positions: false, scaling: true, causal: false, temperature: 1,
});

const FIRST_TWO = [[1, 0, 0], [0, 1, 0]];

/** @type {Example[]} */
export const EXAMPLES = [
  {
    name: "A pronoun finds its animal",
    note: "Made by hand. A word's three numbers: is it an animal, is it a drink, does it stand for an animal? "
      + "A query asks for an animal only where the third number is 1.",
    state: byHand(
      ["the", "cat", "drank", "milk", "because", "it"],
      [[0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 1]],
      [[[0, 0, 4], [0, 0, 0]], FIRST_TWO, FIRST_TWO],
    ),
  },
  {
    name: "Words of one subject find each other",
    note: "Made by hand. A word's first number says how much it has to do with water, its second how much with money; "
      + "the third is not used. Bank has both.",
    state: byHand(
      ["river", "water", "bank", "loan", "money"],
      [[1, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 0]],
      [[[2, 0, 0], [0, 2, 0]], FIRST_TWO, FIRST_TWO],
    ),
  },
];

/**
 * Which words have a vector that means nothing: it was made from their letters.
 * @param {State} state
 * @param {Published} known
 */
export const arbitrary = ({ words, embeddings }, known) =>
  words.filter((word, place) => !known.words.includes(word.toLowerCase())
    && embeddings[place].every((number, feature) => number === embeddingOf(word, known)[feature]));

/**
 * The vector of a word that has none yet: that of the running example, or one from its
 * letters, the same each time.
 * @param {string} word
 * @param {Published} published
 */
export function embeddingOf(word, { words, embeddings }) {
  const place = words.indexOf(word.toLowerCase());
  if (place >= 0) return embeddings[place];
  const letters = [...word].map((letter) => letter.codePointAt(0) || 0);
  return Array.from({ length: FEATURES }, (_, feature) =>
    letters.reduce((sum, letter, at) => (sum * (31 + 2 * feature) + letter * (at + 1)) % 101, 7) / 100);
}

/** @param {State} state @param {string[]} words @param {Published} published @returns {State} */
export function withWords(state, words, published) {
  const embeddings = words.map((word, place) =>
    (state.words[place] === word ? state.embeddings[place] : embeddingOf(word, published)));
  return { ...state, words, embeddings };
}

/**
 * A row that a weight matrix begins with: the published one, for the first head; then
 * that with its numbers moved on by one, for each head and each pair of rows; in a
 * second round with the other sign.
 * @param {Matrix} matrix as published
 * @param {number} head
 * @param {number} row
 */
export function weightsOf(matrix, head, row) {
  const moves = head + Math.floor(row / matrix.length);
  const sign = moves < FEATURES ? 1 : -1;
  const base = matrix[row % matrix.length];
  return base.map((_, place) => sign * base[(place + moves) % FEATURES] || 0);
}

/** @param {State} state @param {number} heads @param {number} width @param {Published} published @returns {State} */
export function withSize(state, heads, width, published) {
  const sized = MATRICES.map((name, which) =>
    Array.from({ length: heads }, (_, head) => Array.from({ length: width }, (_, row) =>
      state[name][head]?.[row] || weightsOf(published.matrices[which], head, row))));
  return { ...state, width, queries: sized[0], keys: sized[1], values: sized[2] };
}

// --- the address -------------------------------------------------------------

/** The state as the part of an address behind the hash. @param {State} state */
export function encode(state) {
  /** @param {number[]} numbers */
  const list = (numbers) => numbers.join(",");
  return [
    `words=${state.words.map(encodeURIComponent).join(",")}`,
    `heads=${state.queries.length}`,
    `width=${state.width}`,
    `temperature=${state.temperature}`,
    ...SWITCHES.map((name) => `${name}=${Number(state[name])}`),
    `embeddings=${list(state.embeddings.flat())}`,
    ...MATRICES.map((name) => `${name}=${list(state[name].flat(2))}`),
  ].join("&");
}

/** @param {number[]} numbers @param {number} width @returns {Matrix} */
const cut = (numbers, width) =>
  Array.from({ length: numbers.length / width }, (_, row) =>
    numbers.slice(row * width, (row + 1) * width));

/**
 * The state of an address. Throws Refused if anything in it is not as `encode` writes it.
 * @param {string} hash without its sign
 * @returns {State}
 */
export function decode(hash) {
  /** @type {Map<string, string>} */
  const given = new Map();
  for (const part of hash.split("&")) given.set(part.split("=")[0], part.slice(part.indexOf("=") + 1));
  /** @param {string} field */
  const get = (field) => {
    const text = given.get(field);
    if (text === undefined) throw new Refused(field, `The address says nothing of ${field}.`);
    return text;
  };
  /** @param {string} field */
  const words = (field) => {
    try {
      return readWords(get(field).split(",").map(decodeURIComponent).join(" "));
    } catch (error) {
      if (error instanceof URIError) throw new Refused(field, "The words in the address cannot be read.");
      throw error;
    }
  };
  /** @param {string} field @param {number} count */
  const numbers = (field, count) => {
    const texts = get(field).split(",");
    if (texts.length !== count)
      throw new Refused(field, `The address has ${texts.length} numbers for the ${field}, not ${count}.`);
    return texts.map((text) => readNumber(text, field));
  };
  /** @param {string} field */
  const either = (field) => {
    if (!/^[01]$/.test(get(field))) throw new Refused(field, `The address says neither 0 nor 1.`);
    return get(field) === "1";
  };
  const read = words("words");
  const heads = readCount(get("heads"), "heads", MOST.heads);
  const width = readCount(get("width"), "width", MOST.width);
  const [queries, keys, values] = MATRICES.map((name) =>
    cut(numbers(name, heads * width * FEATURES), FEATURES))
    .map((rows) => Array.from({ length: heads }, (_, head) => rows.slice(head * width, (head + 1) * width)));
  return {
    words: read, width, queries, keys, values,
    embeddings: cut(numbers("embeddings", read.length * FEATURES), FEATURES),
    temperature: readNumber(get("temperature"), "temperature", TEMPERATURE.least, TEMPERATURE.most),
    positions: either("positions"), scaling: either("scaling"), causal: either("causal"),
  };
}
