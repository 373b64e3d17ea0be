import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../docs/assets/drag/numbers.js";
import { decode, encode, python, turn, turned, way } from "../../docs/assets/drag/rotary.js";

/** @type {import("../../docs/assets/drag/rotary.js").Turned} */
const of = { query: [2, 0.5], key: [1.5, -0.5], opens: { positions: [3, 1], score: "" }, from: [] };

test("a quarter turn takes the first feature to the second", () => {
  const [x, y] = turn([2, 0], Math.PI / 2);
  assert.ok(Math.abs(x) < 1e-12 && Math.abs(y - 2) < 1e-12);
});

test("the score depends on the distance alone", () => {
  for (const distance of [0, 1, 5, 12]) {
    const first = turned(of, { start: 0, distance }).score;
    for (const start of [1, 7, 40])
      assert.ok(Math.abs(turned(of, { start, distance }).score - first) < 1e-12);
  }
  assert.ok(Math.abs(turned(of, { start: 1, distance: 2 }).score + 2.736) < 5e-4);
});

test("an arc leads from position 0 to where the arrow points", () => {
  for (const angle of [0, 1, 3, 40, 52, -2]) {
    const points = way(of.query, angle, 1);
    for (const [[x, y], position] of [[points[0], 0], [points[points.length - 1], angle]]) {
      const [a, b] = turn(of.query, position);
      assert.ok(Math.abs(Math.atan2(x * b - y * a, x * a + y * b)) < 1e-12, `${angle}`);
    }
    assert.ok(points.every(([x, y]) => Math.hypot(x, y) < 1.55));
  }
});

test("code has the vectors and both positions", () => {
  const code = python(of, { start: 4, distance: 3 });
  assert.match(code, /query = rotate\(torch\.tensor\(\[\[2, 0\.5\]\], .*torch\.tensor\(\[7\]\)\)/);
  assert.match(code, /key = rotate\(torch\.tensor\(\[\[1\.5, -0\.5\]\], .*torch\.tensor\(\[4\]\)\)/);
});

test("altered positions are refused", () => {
  assert.deepEqual(decode("positions=3,1"), { start: 1, distance: 2 });
  assert.equal(encode({ start: 1, distance: 2 }), "positions=3,1");
  for (const bad of ["1,3", "03,1", "60,40", "54,41", "x", "", "3", "3,1&more=1"])
    assert.throws(() => decode(`positions=${bad}`), Refused, bad);
});
