/** What several heads attend to, what of it is cut, and how both are told. */

/** @import { Maps } from "./engine.js" */

/** @typedef {{kept: number[], cut: number[]}} Shares of each key: by the heads that work, and by those that are cut */

/** One head, such as "encoder.0.attention:3". @param {string} path @param {number} head */
export const keyOf = (path, head) => `${path}:${head}`;

/** All heads of a layer. @param {string} path @param {number} heads @returns {string[]} */
export const keysOf = (path, heads) => Array.from({ length: heads }, (_, head) => keyOf(path, head));

/**
 * What a query attends to in a layer, as the average of its heads: what is cut is taken
 * out of it, and what is left stays as it was. Or what one head alone attends to.
 * @param {Maps} maps
 * @param {string} path
 * @param {number} query
 * @param {Set<string>} cut
 * @param {string} [view] the one head; none of another layer is seen then
 * @returns {Shares}
 */
export function shares(maps, path, query, cut, view = "") {
  const heads = maps[path];
  const keys = heads[0][query].length;
  const of = { kept: new Array(keys).fill(0), cut: new Array(keys).fill(0) };
  heads.forEach((rows, head) => {
    const key = keyOf(path, head);
    if (view && view !== key) return;
    const into = cut.has(key) ? of.cut : of.kept;
    rows[query].forEach((weight, place) => { into[place] += weight / (view ? 1 : heads.length); });
  });
  return of;
}

/**
 * The largest shares, with names: "read (0.46), the (0.16)"; nothing if all are small.
 * @param {number[]} weights @param {string[]} names @param {number} [most]
 */
export function largest(weights, names, most = 3) {
  return weights
    .map((weight, place) => ({ weight, name: names[place] }))
    .filter(({ weight }) => weight >= 0.1)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, most)
    .map(({ weight, name }) => `${name} (${weight.toFixed(2)})`)
    .join(", ");
}
