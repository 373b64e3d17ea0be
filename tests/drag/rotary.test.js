import assert from "node:assert/strict";
import { test } from "node:test";
import { turn, way } from "../../docs/assets/drag/rotary.js";

test("an arc leads from position 0 to where the arrow points", () => {
  for (const angle of [0, 1, 3, 40, 52, -2]) {
    const points = way([2, 0.5], angle, 1);
    for (const [[x, y], position] of [[points[0], 0], [points[points.length - 1], angle]]) {
      const [a, b] = turn([2, 0.5], position);
      assert.ok(Math.abs(Math.atan2(x * b - y * a, x * a + y * b)) < 1e-12, `${angle}`);
    }
    assert.ok(points.every(([x, y]) => Math.hypot(x, y) < 1.55));
  }
});
