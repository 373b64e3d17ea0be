import assert from "node:assert/strict";
import { test } from "node:test";
import * as dropout from "../../docs/assets/drag/dropout.js";
import * as memory from "../../docs/assets/drag/memory.js";
import { Refused } from "../../docs/assets/drag/numbers.js";
import * as rotary from "../../docs/assets/drag/rotary.js";
import * as rows from "../../docs/assets/drag/rows.js";
import * as state from "../../docs/assets/drag/state.js";
import * as temperature from "../../docs/assets/drag/temperature.js";

/** @type {any} what a page prints, as far as addresses are read by it */
const of = { words: ["a", "b", "c"], rows: ["a", "b"], queries: [[1, 0], [0, 0], [0, 2]] };
const head = "asks=2&query=-1.25,0.07&divisor=root&causal=1";
const shared = "layers=2&heads=6&width=5&groups=3&window=0&tokens=11&texts=2&bytes=2";

/** @type {[string, (text: string) => unknown, string, string[]][]} reads it; one that is taken, and what is not */
const ADDRESSES = [
  ["dropout", (text) => dropout.decode({ ...of, words: ["a", "b"] }, text), "kept=10",
    ["kept=", "kept=1", "kept=101", "kept=1x", "kept=12"]],
  ["rotary", rotary.decode, "positions=3,1",
    ["1,3", "03,1", "60,40", "54,41", "x", "", "3", "3,1&more=1"].map((bad) => `positions=${bad}`)],
  ["rows", (text) => rows.decode(of, text), "row=1", ["row=2", "row=-1", "row=", "row=1.0", "row=x"]],
  ["temperature", temperature.decode, "temperature=0.25",
    ["0", "-1", "101", "x", "", "0.250", "1&more=1"].map((bad) => `temperature=${bad}`)],
  ["state", (text) => state.decode(of, text), head, [
    ["asks=2", "asks=3"], ["asks=2", "asks=-1"], ["asks=2", "asks="], ["-1.25,0.07", "0"], ["0.07", "x"],
    ["-1.25", "9"], ["-1.25", "NaN"], ["root", "0"], ["causal=1", "causal=2"], ["&causal=1", ""],
  ].map(([old, bad]) => head.replace(old, bad))],
  ["memory", memory.decode, shared, [
    ["bytes=2", "bytes=3"], ["groups=3", "groups=4"], ["groups=3", "latent=x"], ["layers=2", "layers=02"],
    ["&texts=2", ""], ["texts=2", "texts=2&more=1"], ["heads=6", "heads"],
  ].map(([old, bad]) => shared.replace(old, bad))],
];

for (const [name, decode, taken, refused] of ADDRESSES)
  test(`an altered address is refused: ${name}`, () => {
    decode(taken);
    for (const bad of refused) {
      assert.notEqual(bad, taken);
      assert.throws(() => decode(bad), Refused, bad);
    }
  });

test("an address gives back the state", () => {
  for (const { value } of state.DIVISORS) {
    const each = { asks: 2, query: /** @type {[number, number]} */ ([-1.25, 0.07]), divisor: value, causal: true };
    assert.deepEqual(state.decode(of, state.encode(each)), each);
  }
  assert.equal(rotary.encode(rotary.decode("positions=3,1")), "positions=3,1");
  for (const each of [shared, shared.replace("groups=3", "latent=7")]) assert.equal(memory.encode(memory.decode(each)), each);
});
