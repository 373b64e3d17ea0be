import assert from "node:assert/strict";
import { test } from "node:test";
import { bands, curve } from "../../docs/assets/live/lines.js";

/** @param {number} top */
const box = (top, left = 0) => ({ left, right: left + 10, top, bottom: top + 20 });
/** Where a band arrives. @param {import("../../docs/assets/live/lines.js").Band} band */
const end = ({ d }) => Number(d.split(",").at(-1));

test("a curve begins and ends where it is told, and bends aside", () => {
  assert.equal(curve("across", 0, 5, 100, 25), "M0,5C50,5,50,25,100,25");
  assert.equal(curve("right", 10, 0, 10, 90), "M10,0C40,0,40,90,10,90");
  assert.equal(curve("left", 10, 0, 10, 90), "M10,0C-20,0,-20,90,10,90");
});

test("bands are as thick together as one, and arrive beside each other", () => {
  const keys = [{ from: box(0), kept: 0.5, cut: 0 }, { from: box(40), kept: 0.25, cut: 0.25 }];
  const found = bands("across", box(20, 90), keys);
  assert.deepEqual(found.map(({ width, cut }) => [width, cut]), [[12, false], [6, false], [6, true]]);
  assert.deepEqual(found.map(end), [24, 33, 39], "around the middle, which is 30");
});

test("around, what is far arrives below what is near, so that bands do not cross", () => {
  const keys = [{ from: box(0), kept: 0.5, cut: 0 }, { from: box(40), kept: 0.5, cut: 0 }];
  const [near, far] = bands("right", box(100), keys);
  assert.ok(near.d.startsWith("M10,50"));
  assert.ok(end(near) < end(far));
  const [farBelow, nearBelow] = bands("left", box(0), [{ from: box(40), kept: 0.5, cut: 0 }, { from: box(80), kept: 0.5, cut: 0 }]);
  assert.ok(farBelow.d.startsWith("M0,90"));
  assert.ok(end(farBelow) < end(nearBelow));
});

test("what is next to nothing is not drawn, and keeps its place", () => {
  const keys = [{ from: box(0), kept: 0.01, cut: 0 }, { from: box(40), kept: 0.99, cut: 0 }];
  assert.equal(bands("across", box(20, 90), keys).length, 1);
});
