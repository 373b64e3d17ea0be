import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../docs/assets/drag/numbers.js";
import { gib, nameOf, published, read, sizes } from "../../docs/assets/drag/memory.js";

/** @import { Models } from "../../docs/assets/drag/memory.js" */

/** @type {Models} */
const of = {
  models: {
    shares: { layers: 2, heads: 6, width: 5, groups: 3, latent: 0, window: 0, tokens: 11 },
    latent: { layers: 3, heads: 2, width: 7, groups: 0, latent: 13, window: 4, tokens: 17 },
  },
  first: "shares", opens: { size: "", full: "" }, from: [],
};
const typed = { layers: "2", heads: "6", width: "5", shared: "3", window: "0", tokens: "11", texts: "1" };

/** @param {string} field @param {RegExp} words */
const refusal = (field, words) => (/** @type {unknown} */ error) =>
  error instanceof Refused && error.field === field && words.test(error.message);

test("each factor counts, and a window no more than the text", () => {
  const cache = published(of, "shares", { texts: 1, bytes: 4 });
  const { size, full, kept } = sizes(cache);
  assert.deepEqual([size, full, kept], [2n * 2n * 3n * 5n * 11n * 4n, 2n * 2n * 6n * 5n * 11n * 4n, 11]);
  assert.deepEqual(sizes({ ...cache, window: 100 }), sizes(cache));
  assert.equal(sizes({ ...cache, window: 10 }).kept, 10);
  const latent = sizes(published(of, "latent", { texts: 1, bytes: 1 }));
  assert.deepEqual([latent.size, latent.full], [3n * 13n * 4n, 3n * 2n * 2n * 7n * 17n]);
});

test("sizes are exact where a float would not be", () => {
  const cache = { layers: 9973, heads: 9973, width: 99991, latent: false, shared: 1, window: 0, tokens: 999999937, texts: 999983, bytes: 4 };
  assert.equal(sizes(cache).size, 9973n * 2n * 99991n * 999999937n * 999983n * 4n);
});

test("gibibytes have three decimals", () => {
  assert.equal(gib(2n ** 30n), "1.000");
  assert.equal(gib(5n * 2n ** 39n), "2,560.000");
});

test("numbers as readers write them", () => {
  assert.equal(read({ ...typed, tokens: " 131,072 " }, false, 2).tokens, 131072);
  assert.equal(read({ ...typed, tokens: "131072" }, false, 2).tokens, 131072);
});

test("what is no number, too large or does not divide is refused, field by field", () => {
  for (const text of ["", "x", "0", "-1", "1.5", "1e3", "8,5", "10001", "9".repeat(30)])
    assert.throws(() => read({ ...typed, layers: text }, false, 2), refusal("layers", /from 1 to 10,000/), text);
  assert.throws(() => read({ ...typed, window: "none" }, false, 2), refusal("window", /from 0 to/));
  assert.throws(() => read({ ...typed, shared: "4" }, false, 2), refusal("shared", /6 heads cannot be divided into 4 groups/));
  assert.throws(() => read({ ...typed, shared: "12" }, false, 2), refusal("shared", /into 12 groups/));
  assert.equal(read({ ...typed, shared: "4" }, true, 2).shared, 4);
});

test("a model is known by its shapes, whatever the texts", () => {
  const cache = published(of, "latent", { texts: 5, bytes: 1 });
  assert.equal(nameOf(of, { ...cache, tokens: 99 }), "latent");
  assert.equal(nameOf(of, { ...cache, layers: 4 }), "");
  assert.equal(nameOf(of, { ...cache, latent: false }), "");
});
