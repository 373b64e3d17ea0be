import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../../docs/assets/live/link.js";

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
