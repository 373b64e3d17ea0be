import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST, within } from "../../docs/assets/drag/state.js";

test("a query has hundredths, and a length that is not exceeded", () => {
  assert.deepEqual(within([0.126, -0.001]), [0.13, 0]);
  assert.ok(Object.is(within([0, -0.001])[1], 0), "no negative zero");
  for (const far of /** @type {[number, number][]} */ ([[5, 5], [-3.99, 0.5], [0, -400]])) {
    const [x, y] = within(far);
    assert.ok(Math.hypot(x, y) <= MOST && Math.hypot(x, y) > MOST - 0.02);
  }
});
