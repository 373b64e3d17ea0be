/** Keys and a query as arrows from one origin. */

import { draw, set, write } from "../kit/elements.js";
import { Plane, arrow, grouped, inWords, together, veil } from "./draw.js";

/** @import { Answer, Head, State } from "./head.js" */

/** The keys and the query as arrows. @param {Head} head */
export function keysPlane(head) {
  const plane = new Plane([0, 0], "person", "thing");
  const arrows = grouped(head, head.keys).map((group) => ({ ...group, line: draw("path", { class: "key-arrow" }) }));
  const query = draw("path", { class: "query-arrow" });
  const asks = draw("text", { class: "query-name" });
  plane.element.append(...arrows.flatMap(({ line }) => line), query, asks, ...arrows.map(({ name }) => name));

  /** @param {State} state @param {Answer} answer */
  function show(state, { weights }) {
    const origin = plane.place([0, 0]);
    for (const group of arrows) {
      const [x, y] = group.at;
      const length = Math.hypot(x, y) || 1;
      set(group.line, { d: arrow(origin, plane.place([x, y])), "stroke-width": 1.5 + 4 * together(weights, group.members) });
      group.line.classList.toggle("veiled", veil(group, state));
      // On an axis, beside it: there a query often lies.
      if (Math.abs(x) < 0.2 * length) plane.beside(group.name, group.at, 1, 0);
      else if (Math.abs(y) < 0.2 * length) plane.beside(group.name, group.at, Math.sign(x), 1);
      else plane.beside(group.name, group.at, Math.sign(x), Math.sign(y) * 0.6);
    }
    set(query, { d: arrow(origin, plane.place(state.query)) });
    write(asks, `query of ${head.words[state.asks]}`);
    const [x, y] = state.query;
    const side = x > 0.4 ? -1 : 1; // within the plane, and clear of the handle
    plane.beside(asks, [x + 0.4 * side, y], side, Math.abs(y) < 1 ? 1.9 : 0);
    set(plane.element, { "aria-label":
      `Arrows in a plane. Keys: ${inWords(head.words, head.keys)}. The query of ${head.words[state.asks]} is (${state.query.join(", ")}).` });
  }
  return { plane, show };
}
