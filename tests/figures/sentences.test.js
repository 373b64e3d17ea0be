import assert from "node:assert/strict";
import { test } from "node:test";
import { about, read } from "../../docs/assets/live/sentences.js";

/** @type {import("../../docs/assets/live/sentences.js").Grammar} */
const grammar = {
  english: ["<pad>", "<bos>", "<eos>", "book", "does", "girl", "girls", "letter", "not", "read", "reads", "the"],
  hindi: [], latin: [], gloss: [], verbs: { x: ["read", "f", ""] },
  nouns: [["f", ["girl", "girls"], "read"]],
  held: [["the girl reads the book", [3]]], learned: [["the girl reads the letter", [4]]],
};

test("what is known is read, whatever its case and marks", () => {
  assert.deepEqual(read(" The girl doesn\u2019t read the BOOK. ", grammar), {
    words: ["the", "girl", "does", "not", "read", "the", "book"], instead: "", problem: "",
  });
});

for (const [text, problem] of [
  [" . ", "Type a sentence."],
  ["a grl reads", "It does not know \u201ca\u201d or \u201cgrl\u201d. The 9 words that it knows are below."],
  ["a b c d", "It does not know \u201ca\u201d, \u201cb\u201d, \u201cc\u201d, \u2026. The 9 words that it knows are below."],
  ["the <pad> reads", "It does not know \u201cpad\u201d. The 9 words that it knows are below."],
  ["the girl does not read the book book", "It reads 7 words at most. These are 8."],
])
  test(`what cannot be read is named, with a sentence that can be: ${text}`, () => {
    const found = read(text, grammar);
    assert.equal(found.problem, problem);
    assert.equal(read(found.instead, grammar).problem, "");
  });

test("it is said whether a sentence was seen", () => {
  assert.equal(about("the girl reads the book", grammar), "Held out: in training, no girl reads.");
  assert.match(about("the girl reads the letter", grammar), /^One of its/);
  assert.match(about("the book reads the girl", grammar), /no right answer/);
});
