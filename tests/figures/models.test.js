import assert from "node:assert/strict";
import { test } from "node:test";
import { names, values } from "../../docs/assets/models/side-by-side.js";

const WHOLE = { width: "8", "last norm": "RMSNorm" };
const one = { title: "one", letters: "AA", whole: WHOLE, layers: { A: { attention: "4 heads", cache: "8 a token" } } };
const other = {
  title: "other", letters: "ABC", whole: { ...WHOLE, width: "16" },
  layers: { A: { attention: "8 heads" }, B: { attention: "4 heads", gate: "of each" }, C: { attention: "8 heads" } },
};

test("a value is lit if the other model has it in no layer", () => {
  assert.deepEqual(names(one, other), ["width", "last norm", "attention", "cache", "gate"]);
  assert.deepEqual(values(one, other, "attention"), [{ value: "4 heads", letters: "", lit: false }]);
  assert.deepEqual(values(other, one, "attention"), [
    { value: "8 heads", letters: "AC", lit: true }, { value: "4 heads", letters: "B", lit: false }]);
  assert.deepEqual(values(one, other, "width"), [{ value: "8", letters: "", lit: true }]);
  assert.deepEqual(values(one, other, "last norm"), [{ value: "RMSNorm", letters: "", lit: false }]);
});

test("what a model lacks is none, and lit if the other has it in all layers", () => {
  assert.deepEqual(values(other, one, "cache"), [{ value: "none", letters: "", lit: true }]);
  assert.deepEqual(values(one, other, "gate"), [{ value: "none", letters: "", lit: false }]);
  assert.deepEqual(values(other, one, "gate")[1], { value: "of each", letters: "B", lit: true });
});
