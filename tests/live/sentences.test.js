import assert from "node:assert/strict";
import { test } from "node:test";
import { about, distance, near, read } from "../../docs/assets/live/sentences.js";

/** @type {import("../../docs/assets/live/parts.js").Grammar} */
const grammar = {
  english: ["<pad>", "<bos>", "<eos>", "book", "does", "girl", "girls", "letter", "not", "read", "reads", "the"],
  hindi: [], latin: [], gloss: [], verbs: { x: ["read", "f", ""] },
  nouns: [["f", ["girl", "girls"], "read"]],
  held: [["the girl reads the book", [3]]], learned: [["the girl reads the letter", [4]]],
};
/** @param {string} text */
const of = (text) => read(text, grammar);

test("letters that must change are counted", () => {
  assert.equal(distance("girl", "girl"), 0);
  assert.equal(distance("grl", "girl"), 1);
  assert.equal(distance("", "book"), 4);
  assert.equal(distance("kitten", "sitting"), 3);
});

test("what is known is read, whatever its case and marks", () => {
  assert.deepEqual(of(" The girl doesn\u2019t read the BOOK. "), {
    words: ["the", "girl", "does", "not", "read", "the", "book"], instead: "", problem: "",
  });
});

test("an unknown word is named, with known words near it and a sentence that can be read", () => {
  const { problem, instead } = of("a grl reads the bok");
  assert.equal(problem, "It does not know \u201ca\u201d, \u201cgrl\u201d or \u201cbok\u201d. Near: the, girl, book.");
  assert.equal(instead, "the girl reads the book");
  assert.deepEqual(near("she", ["see", "the"]), ["the woman", "see", "the"]);
  assert.deepEqual(near("reading", grammar.english.slice(3)), ["read", "reads"]);
});

test("a word to which none is near gets the kinds of words that there are", () => {
  const { problem, instead } = of("Your journey starts with one step");
  assert.match(problem, /^It knows none of these words\. It has learned 9: people \(girl, /);
  assert.equal(of(instead).problem, "");
  assert.match(of("the zebra reads the book").problem, /^It does not know \u201czebra\u201d\. It has learned 9/);
});

test("a mark is no word", () => assert.match(of("the <pad> reads").problem, /\u201cpad\u201d/));

test("too long a sentence hears how many words are read", () => {
  const { problem, instead } = of("the girl does not read the book book");
  assert.equal(problem, "It reads 7 words at most. These are 8.");
  assert.equal(instead, "the girl does not read the book");
});

test("nothing is asked for", () => assert.equal(of(" . ").problem, "Type a sentence."));

test("it is said whether a sentence was seen", () => {
  assert.match(about("the girl reads the book", grammar), /^Held out: in training, no girl reads\.$/);
  assert.match(about("the girl reads the letter", grammar), /^One of its/);
  assert.match(about("the book reads the girl", grammar), /no right answer/);
});
