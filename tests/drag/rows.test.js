import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../docs/assets/drag/numbers.js";
import { decode, said } from "../../docs/assets/drag/rows.js";

/** @type {import("../../docs/assets/drag/rows.js").Rows} */
const of = {
  asks: "Which?", first: 1, rows: ["a", "b"], columns: ["x", "y", "z"], from: [],
  parts: [
    { title: "one", weights: [[0.2, 0.5, 0.3], [1, 0, 0]], texts: [["0.20", "0.50", "0.30"], ["1.00", "0.00", "0.00"]] },
    { title: "", weights: [[0, 0.1, 0.9], [0, 1, 0]], texts: [["0.00", "0.10", "0.90"], ["0.00", "1.00", "0.00"]] },
  ],
};

test("the largest weight of a row is said for each part", () => {
  assert.equal(said(of, 0), "a: y gets 0.50 in one, z gets 0.90");
});

test("an altered row is refused", () => {
  assert.equal(decode(of, "row=1"), 1);
  for (const bad of ["row=2", "row=-1", "row=", "row=1.0", "row=x"])
    assert.throws(() => decode(of, bad), Refused, bad);
});
