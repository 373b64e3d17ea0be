import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../../docs/assets/live/link.js";
import * as sampling from "../../docs/assets/live/sampling.js";

const LAYERS = [
  { path: "encoder.0.attention", name: "encoder", of: "", heads: 4 },
  { path: "decoder.0.cross_attention", name: "cross", of: "", heads: 4 },
];

test("an address has the sentence and the heads that are cut, and gives them back", () => {
  const cut = new Set(["encoder.0.attention:0", "decoder.0.cross_attention:3"]);
  const hash = encode(LAYERS, "the girl reads & 50%", cut);
  assert.equal(hash, "#english=the+girl+reads+%26+50%25&cut=encoder0+cross3");
  assert.deepEqual(decode(LAYERS, hash), { text: "the girl reads & 50%", cut });
  assert.equal(encode(LAYERS, "the girl", new Set()), "#english=the+girl");
});

test("of an altered address, what makes sense is taken; other anchors say nothing", () => {
  assert.deepEqual(decode(LAYERS, "#english=%&cut=cross9+encoder1+x"), { text: "%", cut: new Set(["encoder.0.attention:1"]) });
  for (const hash of ["", "#training-it", "#asks=1&query=0,0"]) assert.equal(decode(LAYERS, hash), undefined);
});

test("a text and how it is drawn are given back, but no unknown word and no more than is read", () => {
  const words = ["the", "river", "was"];
  const settings = { temperature: 2, k: 3, p: 0.8 };
  const hash = sampling.encode(words, settings);
  assert.equal(hash, "#text=the+river+was&temperature=2&k=3&p=0.8");
  assert.deepEqual(sampling.decode(hash, words, 3), { ids: [0, 1, 2], settings });
  assert.equal(sampling.encode(words, sampling.PLAIN), "#text=the+river+was");
  assert.deepEqual(sampling.decode("#text=The+river&temperature=x&k=0&p=7", words, 1), { ids: [0], settings: sampling.PLAIN });
  for (const other of ["", "#english=the+river", "#text=the+boat"]) assert.equal(sampling.decode(other, words, 3), undefined);
});

test("a word is drawn where a number falls, and none that is left out", () => {
  assert.deepEqual([0, 0.49, 0.51, 1].map((number) => sampling.drawn([0.5, 0, 0.5, 0], number)), [0, 0, 2, 2]);
});
