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
const MOVE = 300; // milliseconds from one word's query to the next one's
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @param {HTMLElement} root @param {string} home @param {Data} data */
export function dragged(root, home, data) {
  const head = read(data);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const first = opening(head);
  /** The query that is drawn: on its way, where another word has begun to ask. @type {Point} */
  let drawn = first.query;
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
    const present = { ...frame.state, query: drawn };
    const found = answer(head, present);
    const opens = frame.opens && drawn === frame.state.query;
    keys.show(present, found);
    words.weigh(found.weights);
    values.show(present, found);
    bars.show(found.weights, (word) => !allowed(present, word), opens ? head.opens.weights : undefined);
    const [x, y] = keys.plane.place(drawn);
    handle.style.transform = `translate(${x}px, ${y}px)`;
    write(queryNumbers, `query ${numbers(drawn, 2)}, length ${Math.hypot(...drawn).toFixed(2)}`);
    write(contextNumbers, `context ${opens ? numbers(head.opens.context) : numbers(found.context, 4)}`);
  }

  let soon = 0;
  let moving = 0;
  /** The drawn query goes to where it is to be. */
  function travel() {
    const [from, to, began] = [drawn, frame.state.query, performance.now()];
    /** @param {number} now */
    function step(now) {
      const part = Math.min(1, Math.max(0, now - began) / MOVE);
      const eased = 1 - (1 - part) ** 3;
      drawn = part === 1 ? to : [from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased];
      show();
      if (part < 1) moving = requestAnimationFrame(step);
    }
    moving = requestAnimationFrame(step);
  }

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
    cancelAnimationFrame(moving);
    if (!follows && !still.matches) {
      travel();
      return;
    }
    drawn = state.query;
    if (!follows) show();
    // Once in a frame, however often a pointer moves.
    else soon ||= requestAnimationFrame(() => {
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
    const [left, top] = keys.plane.place(drawn);
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
