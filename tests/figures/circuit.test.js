import assert from "node:assert/strict";
import { test } from "node:test";
import { BACK, COPY, answer, hopsOf, named, told, verdict } from "../../docs/assets/live/circuit.js";

const numbers = [7, 3, 7, 3];
const maps = {
  "layers.0": [[[1], [0.9, 0.1], [0, 0, 1], [0, 0, 0, 1]], []],
  "layers.1": [[[1], [0, 1], [0.1, 0.8, 0.1], [0, 0, 1, 0]], []],
};
const hops = hopsOf(maps, 2);

test("the first hop begins where the second arrives", () => {
  assert.deepEqual(hops, { found: 1, before: 0, toFound: 0.8, toBefore: 0.9 });
});

test("both hops are told, and which head is cut", () => {
  assert.deepEqual(told(hops, numbers, 2, new Set()),
    ["Layer 0: 3 attends to 7 before it (0.90).", "Layer 1: 7 attends to 3 (0.80)."]);
  assert.match(told(hops, numbers, 2, new Set([BACK]))[0], /\. That head is cut\.$/);
  assert.match(told(hops, numbers, 2, new Set([COPY]))[1], /\. That head is cut\.$/);
  assert.deepEqual(told(hopsOf(maps, 3), numbers, 3, new Set()),
    ["Layer 0: 7 attends to 7, itself (1.00).", "Layer 1: 3 attends to 7 in the second copy (1.00)."]);
  assert.equal(named(new Set([COPY, BACK])), "layer 0, head 0 and layer 1, head 0");
});

test("what follows the first time is right, and nothing follows the last", () => {
  assert.equal(answer([7, 3], 7), 3);
  assert.equal(answer([7, 3], 3), undefined);
  assert.equal(verdict(7, 3, 3), "After 7, it says 3: right.");
  assert.equal(verdict(7, 7, 3), "After 7, it says 7: wrong, 3 followed in the first copy.");
  assert.match(verdict(3, 7, undefined), /nothing followed 3\.$/);
});
