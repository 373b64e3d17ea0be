/** The whole figure: keys and a query that is dragged, weights, values and the context. */

import { field, make, write } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";
import { weightBars } from "./bars.js";
import { chooser } from "./chooser.js";
import { numbers, valuesPlane } from "./draw.js";
import { DIVISORS, MOST, allowed, answer, opening, read, said, withWord, within } from "./head.js";
import { keysPlane } from "./keys.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Point, State } from "./head.js" */

const STEP = 0.1; // of an arrow key; with Shift five times as far
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @param {HTMLElement} root @param {string} home @param {Data} data */
export function dragged(root, home, data) {
  const head = read(data);
  const first = opening(head);
  /** Where a query of length zero would grow. @type {Point} */
  let direction = [0, 1];

  const keys = keysPlane(head);
  const values = valuesPlane(head);
  const bars = weightBars(head.words);

  /** @type {Frame<State>} */
  const frame = new Frame(root, home, {
    label: "Drag the query", first, from: data.from, put,
    says: (state) => said(head, state, answer(head, state).weights),
  });

  // --- what is there -----------------------------------------------------------------

  const handle = make("div", { className: "handle", tabIndex: 0 });
  handle.setAttribute("role", "application");
  handle.setAttribute("aria-describedby", "drag-hint");
  const queryNumbers = make("p", { className: "numbers" });
  const contextNumbers = make("p", { className: "numbers" });
  const hint = make("p", { id: "drag-hint", className: "hint" },
    "Drag the end of the query, or use the arrow keys; Shift makes larger steps.");
  const words = chooser(head.words, "Which word asks?", (place) =>
    frame.change(withWord(head, frame.state, place)));
  const length = make("input", { id: "drag-length", type: "range", min: "0", max: String(MOST), step: "0.01" });
  length.addEventListener("input", () => {
    const [x, y] = direction;
    frame.change({ ...frame.state, query: within([x * Number(length.value), y * Number(length.value)]) }, true);
  });
  const divisor = make("select", { id: "drag-divisor" },
    ...DIVISORS.map(({ value, words: textContent }) => make("option", { value: String(value), textContent })));
  divisor.addEventListener("change", () => frame.change({ ...frame.state, divisor: Number(divisor.value) }));
  const causal = make("input", { id: "drag-causal", type: "checkbox" });
  causal.addEventListener("change", () => frame.change({ ...frame.state, causal: causal.checked }));

  keys.plane.around.append(handle);

  // --- what is shown -----------------------------------------------------------------

  /** What is drawn and written at once. */
  function show() {
    const { state, opens } = frame;
    const found = answer(head, state);
    keys.show(state, found);
    words.weigh(found.weights);
    values.show(state, found);
    bars.show(found.weights, (word) => !allowed(state, word), opens ? head.opens.weights : undefined);
    const [x, y] = keys.plane.place(state.query);
    handle.style.transform = `translate(${x}px, ${y}px)`;
    write(queryNumbers, `query ${numbers(state.query, 2)}, length ${Math.hypot(...state.query).toFixed(2)}`);
    write(contextNumbers, `context ${opens ? numbers(head.opens.context) : numbers(found.context, 4)}`);
  }

  let soon = 0;
  /** @param {State} state @param {boolean} follows */
  function put(state, follows) {
    const size = Math.hypot(...state.query);
    const sliding = follows && document.activeElement === length;
    if (size && !sliding) direction = [state.query[0] / size, state.query[1] / size];
    words.show(state.asks);
    length.value = String(size);
    length.setAttribute("aria-valuetext", size.toFixed(2));
    divisor.value = String(state.divisor);
    causal.checked = state.causal;
    handle.setAttribute("aria-label", `The query of ${head.words[state.asks]}`);
    frame.live.classList.toggle("causal", state.causal);
    // Once in a frame, however often a pointer moves.
    soon ||= requestAnimationFrame(() => {
      soon = 0;
      show();
    });
  }

  // --- what a reader does ------------------------------------------------------------

  /** Between the pointer and the end of the query, where the handle was taken. @type {Point | null} */
  let taken = null;
  /** @param {PointerEvent | MouseEvent} event @returns {Point} */
  function pixels({ clientX, clientY }) {
    const { left, top } = keys.plane.element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }
  /** @param {number} left @param {number} top */
  const drag = (left, top) =>
    frame.change({ ...frame.state, query: within(keys.plane.point(left, top)) }, true);

  handle.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const [x, y] = pixels(event);
    const [left, top] = keys.plane.place(frame.state.query);
    taken = [left - x, top - y];
    handle.setPointerCapture(event.pointerId);
  });
  // A mouse takes the query from anywhere; a finger scrolls there, and its tap counts.
  keys.plane.element.addEventListener("pointerdown", (event) => {
    if (event.button || event.pointerType === "touch") return;
    event.preventDefault(); // no text is selected
    drag(...pixels(event));
    taken = [0, 0];
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
  });
  keys.plane.element.addEventListener("click", (event) => drag(...pixels(event)));
  handle.addEventListener("pointermove", (event) => {
    if (!taken) return;
    const [x, y] = pixels(event);
    drag(x + taken[0], y + taken[1]);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"]))
    handle.addEventListener(end, () => { taken = null; });
  handle.addEventListener("keydown", (event) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (!(key in ARROWS) || altKey || ctrlKey || metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const step = shiftKey ? 5 * STEP : STEP;
    const [x, y] = frame.state.query;
    frame.change({ ...frame.state, query: within([x + step * ARROWS[key][0], y + step * ARROWS[key][1]]) }, true);
  });

  frame.begin([words.element], [
    make("div", { className: "parts" },
      make("div", { className: "of-keys" }, make("p", { className: "title", textContent: "Keys and the query" }), keys.plane.around, queryNumbers),
      make("div", { className: "of-weights" }, bars.element),
      make("div", { className: "of-values" }, make("p", { className: "title", textContent: "Values and context" }), values.plane.around, contextNumbers)),
    hint,
    make("div", { className: "controls" },
      field(length, "Length of the query"), field(divisor, "Scores divided by"),
      make("div", { className: "field check" }, causal, make("label", { htmlFor: causal.id, textContent: "Causal mask: later words hidden" }))),
  ], () => {
    keys.plane.measure();
    values.plane.measure();
    show();
  });
}
