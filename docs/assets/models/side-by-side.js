/** Two models side by side, fact by fact: what only one of them has is lit. */

import { field, make, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";

/** @import { Data } from "../kit/start.js" */

/** @typedef {Record<string, string>} Facts */
/** What a block printed of a model. @typedef {{title: string, letters: string, whole: Facts, layers: Record<string, Facts>}} Model */
/** A value of a fact; `letters`: the layers that have it, if not all have. @typedef {{value: string, letters: string, lit: boolean}} Value */
/** @typedef {{left: number, right: number}} State */

const NONE = "none";

/** The names of all facts of two models. @param {Model} left @param {Model} right */
export const names = (left, right) => [...new Set([left, right].flatMap(({ whole, layers }) =>
  [whole, ...Object.values(layers)].flatMap((facts) => Object.keys(facts))))];

/**
 * The values that a fact has in the layers of a model, or in the model, each with its layers.
 * @param {Model} model
 * @param {string} name
 * @returns {Record<string, string>}
 */
function valuesOf({ whole, layers }, name) {
  if (name in whole) return { [whole[name]]: "" };
  /** @type {Record<string, string>} */
  const found = {};
  for (const [letter, facts] of Object.entries(layers)) {
    const value = facts[name] ?? NONE;
    found[value] = (found[value] ?? "") + letter;
  }
  return found;
}

/** The values of a fact, lit if the other model has them nowhere. @param {Model} model @param {Model} other @param {string} name @returns {Value[]} */
export function values(model, other, name) {
  const [own, others] = [valuesOf(model, name), valuesOf(other, name)];
  const all = Object.keys(own).length === 1;
  return Object.entries(own).map(([value, letters]) =>
    ({ value, letters: all ? "" : letters, lit: !(value in others) }));
}

/** The cell of a fact. @param {Value[]} of */
const cell = (of) => make("td", {}, ...of.map(({ value, letters, lit }) =>
  make("div", {}, ...(letters ? [make("b", { textContent: letters }), " "] : []), lit ? make("mark", { textContent: value }) : value)));

/** @param {HTMLElement} root @param {string} home @param {Data<[Model[]]>} data */
export function sideBySide(root, home, data) {
  const [models] = data.blocks;
  const titles = models.map(({ title }) => title);
  const [left, right] = data.opens.split(" | ").map((title) => titles.indexOf(title));
  /** @param {keyof State} side */
  const choice = (side) => {
    const select = make("select", { id: `drag-${side}` },
      ...titles.map((textContent, place) => make("option", { value: String(place), textContent })));
    select.addEventListener("input", () => frame.change({ ...frame.state, [side]: Number(select.value) }));
    return select;
  };
  const selects = { left: choice("left"), right: choice("right") };
  const heads = [make("th", { scope: "col" }), make("th", { scope: "col" })];
  const body = make("tbody");
  const table = make("table", { className: "facts" },
    make("thead", {}, make("tr", {}, make("td"), ...heads)), body);
  /** @type {Frame<State>} */
  const frame = new Frame(root, home, {
    label: "Two models side by side", from: data.from, first: { left, right },
    always: "Printed by code that was run: ",
    says(state) {
      const [a, b] = [models[state.left], models[state.right]];
      const differ = names(a, b).filter((name) =>
        [...values(a, b, name), ...values(b, a, name)].some(({ lit }) => lit));
      return differ.length ? `${a.title} and ${b.title} differ in ${differ.join(", ")}.` : `${a.title} twice: nothing is lit.`;
    },
    put(state) {
      const [a, b] = [models[state.left], models[state.right]];
      [a, b].forEach(({ title }, place) => write(heads[place], title));
      selects.left.value = String(state.left);
      selects.right.value = String(state.right);
      body.replaceChildren(
        ...names(a, b).map((name) => make("tr", {}, make("th", { scope: "row", textContent: name }),
          cell(values(a, b, name)), cell(values(b, a, name)))),
        make("tr", {}, make("th", { scope: "row", textContent: "letters" }),
          ...[a, b].map(({ letters }) => make("td", {}, make("span", { className: "strip", textContent: letters })))),
      );
    },
  });
  frame.begin([make("div", { className: "controls" }, field(selects.left, "Left"), field(selects.right, "Right"))], [table]);
}
