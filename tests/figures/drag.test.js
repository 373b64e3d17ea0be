import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST, hull, said, within } from "../../docs/assets/drag/head.js";
import { Refused, gib, models, nameOf, published, read, sizes } from "../../docs/assets/drag/memory.js";
import { turn, way } from "../../docs/assets/drag/rotary.js";
import * as volumes from "../../docs/assets/drag/volumes.js";

test("what is read most is named, and all that are read as much", () => {
  const head = /** @type {any} */ ({ words: ["a", "b", "c"] });
  /** @param {number} asks */
  const state = (asks) => /** @type {any} */ ({ asks });
  assert.equal(said(head, state(0), [0.62, 0.28, 0.1]), "a reads a: 0.62");
  assert.equal(said(head, state(2), [0.4, 0.4, 0.2]), "c reads a and b: 0.40 each");
  assert.equal(said(head, state(1), [0.5, 0.5, 0]), "b reads a and b: 0.50 each");
});

test("a hull has the corners alone, whatever else lies in it or on its edge", () => {
  assert.deepEqual(hull([[1, 1], [2, 2], [0, 0], [1, 0], [2, 0], [0, 2], [0, 0]]), [[0, 0], [2, 0], [2, 2], [0, 2]]);
  assert.deepEqual(hull([[3, 1], [3, 1]]), [[3, 1]]);
  assert.deepEqual(hull([[0, 0], [2, 2], [1, 1]]), [[0, 0], [2, 2]]);
});

test("a query has hundredths, and a length that is not exceeded", () => {
  assert.deepEqual(within([0.126, -0.001]), [0.13, 0]);
  for (const far of /** @type {[number, number][]} */ ([[5, 5], [-3.99, 0.5], [0, -400]])) {
    const length = Math.hypot(...within(far));
    assert.ok(length <= MOST && length > MOST - 0.02);
  }
});

test("an arc leads from position 0 to where the arrow points", () => {
  for (const angle of [0, 1, 3, 40, 52, -2]) {
    const points = way([2, 0.5], angle, 1);
    for (const [[x, y], position] of [[points[0], 0], [points[points.length - 1], angle]]) {
      const [a, b] = turn([2, 0.5], position);
      assert.ok(Math.abs(Math.atan2(x * b - y * a, x * a + y * b)) < 1e-12, `${angle}`);
    }
  }
});

// --- the size of a cache

const of = models({ opens: "", from: [], blocks: [[
  ["model", "layers", "heads", "width", "groups", "latent", "window", "tokens", "GiB", "multi-head"],
  ["Shares", "3", "B", "2", "6", "5", "3", "0", "0", "11", "0.1", "0.2"],
  ["Latent", "3", "2", "7", "0", "13", "4", "17", "0.3", "0.4"],
]] });
const shares = published(of["Shares 3 B"], { texts: 1, bytes: 4 });
const latent = published(of.Latent, { texts: 1, bytes: 1 });

test("each factor counts, and a window no more than the text", () => {
  assert.deepEqual(Object.values(sizes(shares)), [11, 2n * 2n * 3n * 5n * 11n * 4n, 2n * 2n * 6n * 5n * 11n * 4n]);
  assert.deepEqual(sizes({ ...shares, window: 100 }), sizes(shares));
  assert.equal(sizes({ ...shares, window: 10 }).kept, 10);
  assert.deepEqual(Object.values(sizes(latent)), [4, 3n * 13n * 4n, 3n * 2n * 2n * 7n * 17n]);
  // Exact, where a float would not be.
  const large = { layers: 9973, heads: 9973, width: 99991, latent: false, shared: 1, window: 0, tokens: 999999937, texts: 999983, bytes: 4 };
  assert.equal(sizes(large).size, 9973n * 2n * 99991n * 999999937n * 999983n * 4n);
  assert.equal(gib(5n * 2n ** 39n), "2,560.000");
});

test("a model is known by its shapes, whatever the texts", () => {
  assert.equal(nameOf(of, { ...latent, texts: 5, tokens: 99 }), "Latent");
  assert.equal(nameOf(of, { ...latent, layers: 4 }), "");
  assert.equal(nameOf(of, { ...latent, latent: false }), "");
});

test("what is no number, too large or does not divide is refused, field by field", () => {
  const typed = { layers: "2", heads: "6", width: "5", shared: "3", window: "0", tokens: " 131,072 ", texts: "1" };
  assert.equal(read(typed, false, 2).tokens, 131072);
  assert.equal(read({ ...typed, shared: "4" }, true, 2).shared, 4);
  for (const [field, text] of [
    ...["", "x", "0", "-1", "1.5", "1e3", "8,5", "10001", "9".repeat(30)].map((bad) => ["layers", bad]),
    ["window", "none"], ["shared", "4"], ["shared", "12"],
  ])
    assert.throws(() => read({ ...typed, [field]: text }, false, 2), (error) => error instanceof Refused && error.field === field, text);
});

// --- what a GPU keeps and sends

test("of a training step, too, what is no number or too large is refused", () => {
  const typed = { tokens: " 8,192 ", speed: "50", peak: "989", memory: "80" };
  assert.deepEqual(volumes.read(typed), { tokens: 8192, speed: 50, peak: 989, memory: 80 });
  for (const [field, text] of [["tokens", "0"], ["tokens", "1e3"], ["speed", ""], ["peak", "fast"], ["memory", "100001"]])
    assert.throws(() => volumes.read({ ...typed, [field]: text }), (error) => error instanceof Refused && error.field === field, text);
});

test("small numbers keep two digits, and larger ones a fixed number of decimals", () => {
  assert.deepEqual([0, 3e6, 0.99e9, 1e9, 1139580e6].map(volumes.gigabytes), ["0.0", "0.003", "0.99", "1.0", "1,139.6"]);
  assert.deepEqual([0, 0.00123, 0.1, 135.294].map(volumes.seconds), ["0.00", "0.0012", "0.10", "135.29"]);
});
