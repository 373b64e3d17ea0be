/** The dragged query: what a reader does, and what is shown of it. */

import { python } from "./code.js";
import { keysPlane, make, valuesPlane, weightBars, write } from "./draw.js";
import { answer, said } from "./head.js";
import { DIVISORS, MOST, decode, divisorOf, encode, opening, same, withWord, within } from "./state.js";
import { Refused } from "../playground/state.js";

/** @import { Head, Point, State } from "./head.js" */

const STEP = 0.1; // of an arrow key; with Shift five times as far
const MOVE = 300; // milliseconds from one word's query to the next one's
const PAUSE = 200; // milliseconds without a change before it is said and the address written
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {number} number @param {number} decimals */
const signed = (number, decimals) =>
  number.toFixed(decimals).replace(/^-(0\.0*)$/, "$1").replace("-", "\u2212");

/** @param {number[]} vector @param {number} decimals */
const pair = (vector, decimals) => `(${vector.map((each) => signed(each, decimals)).join(", ")})`;

/** @param {HTMLElement} root */
function start(root) {
  /** @type {Head} */
  const head = JSON.parse(root.dataset.head || "");
  const first = opening(head);
  let state = first;
  /** The query that is drawn: on its way, where another word has begun to ask. @type {Point} */
  let drawn = state.query;
  /** Where a query of length zero would grow. @type {Point} */
  let direction = [0, 1];
  let hash = "";

  const keys = keysPlane(head);
  const values = valuesPlane(head);
  const bars = weightBars(head);

  // --- what is there -----------------------------------------------------------------

  const handle = make("div", { className: "handle", tabIndex: 0 });
  handle.setAttribute("role", "application");
  handle.setAttribute("aria-describedby", "drag-hint");
  const queryNumbers = make("p", { className: "numbers" });
  const contextNumbers = make("p", { className: "numbers" });
  const status = make("p", { className: "said" });
  status.setAttribute("role", "status");
  const origin = make("p", { className: "origin" });
  const code = make("div", { className: "as-code", hidden: true });
  const hint = make("p", { id: "drag-hint", className: "hint" },
    "Drag the end of the query, or use the arrow keys; Shift makes larger steps.");

  const words = head.words.map((word, place) => {
    const input = make("input", { type: "radio", name: "drag-asks" });
    // A click on the word that asks already gives it its own query back.
    input.addEventListener("click", () => change(withWord(head, state, place)));
    return { input, label: make("label", {}, input, make("span", { textContent: word })) };
  });
  const length = make("input", { id: "drag-length", type: "range", min: "0", max: String(MOST), step: "0.01" });
  length.addEventListener("input", () => {
    const [x, y] = direction;
    change({ ...state, query: within([x * Number(length.value), y * Number(length.value)]) }, true);
  });
  const divisor = make("select", { id: "drag-divisor" },
    ...DIVISORS.map(({ name, words: text }) => make("option", { value: name, textContent: text })));
  divisor.addEventListener("change", () => {
    const chosen = DIVISORS.find(({ name }) => name === divisor.value) || DIVISORS[1];
    change({ ...state, divisor: chosen.value });
  });
  const causal = make("input", { id: "drag-causal", type: "checkbox" });
  causal.addEventListener("change", () => change({ ...state, causal: causal.checked }));
  const asCode = make("button", { type: "button", textContent: "Show as code" });
  asCode.setAttribute("aria-expanded", "false");
  asCode.addEventListener("click", () => {
    code.hidden = !code.hidden;
    asCode.setAttribute("aria-expanded", String(!code.hidden));
    asCode.textContent = code.hidden ? "Show as code" : "Hide the code";
    program();
  });
  const reset = make("button", { type: "button", textContent: "Reset" });
  reset.addEventListener("click", () => {
    change(first);
    clearTimeout(waiting);
    say();
    history.replaceState(null, "", location.pathname + location.search);
  });

  /** @param {HTMLElement} input @param {string} text */
  const field = (input, text) =>
    make("div", { className: "field" }, make("label", { htmlFor: input.id, textContent: text }), input);
  const plane = make("div", { className: "plane" }, handle);
  plane.prepend(keys.plane.element);
  const around = make("div", { className: "plane" });
  around.append(values.plane.element);
  const live = make("div", { className: "live" },
    make("fieldset", { className: "asks" }, make("legend", { textContent: "Which word asks?" }), ...words.map(({ label }) => label)),
    status,
    make("div", { className: "parts" },
      make("div", { className: "of-keys" }, make("p", { className: "title", textContent: "Keys and the query" }), plane, queryNumbers),
      make("div", { className: "of-weights" }, bars.element),
      make("div", { className: "of-values" }, make("p", { className: "title", textContent: "Values and context" }), around, contextNumbers)),
    hint,
    make("div", { className: "controls" },
      field(length, "Length of the query"), field(divisor, "Scores divided by"),
      make("div", { className: "field check" }, causal, make("label", { htmlFor: causal.id, textContent: "Causal mask: later words hidden" }))),
    make("div", { className: "last" }, reset, asCode, origin), code);
  live.setAttribute("role", "group");
  live.setAttribute("aria-label", "Drag the query");

  // --- what is shown -----------------------------------------------------------------

  /** What is drawn and written at once. */
  function show() {
    const present = { ...state, query: drawn };
    const found = answer(head, present);
    const opens = same(state, first) && drawn === state.query;
    keys.show(present, found);
    values.show(present, found);
    bars.show(present, found, opens ? head.opens.weights : undefined);
    const [x, y] = keys.plane.place(drawn);
    handle.style.transform = `translate(${x}px, ${y}px)`;
    write(queryNumbers, `query ${pair(drawn, 2)}, length ${Math.hypot(...drawn).toFixed(2)}`);
    write(contextNumbers, opens
      ? `context (${head.opens.context.join(", ").replaceAll("-", "\u2212")})`
      : `context ${pair(found.context, 4)}`);
    root.dataset.shown = opens ? "printed" : "computed";
  }

  let frame = 0;
  /** Once in a frame, however often a pointer moves. */
  function soon() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      show();
    });
  }

  /** @type {number} */
  let moving = 0;
  /** The drawn query goes to where it is to be. */
  function travel() {
    cancelAnimationFrame(moving);
    const [from, to, began] = [drawn, state.query, performance.now()];
    /** @param {number} now */
    function step(now) {
      const part = Math.min(1, Math.max(0, now - began) / MOVE);
      const eased = 1 - (1 - part) ** 3;
      drawn = part === 1 ? to : [from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased];
      show();
      if (part < 1) moving = requestAnimationFrame(step);
    }
    if (still.matches) {
      drawn = to;
      show();
    } else moving = requestAnimationFrame(step);
  }

  /** Takes a state. @param {State} next @param {boolean} [follows] the query is where the reader has it */
  function change(next, follows = false) {
    state = next;
    const size = Math.hypot(...state.query);
    if (size && !(document.activeElement === length && follows)) direction = [state.query[0] / size, state.query[1] / size];
    words.forEach(({ input }, place) => { input.checked = place === state.asks; });
    length.value = String(size);
    length.setAttribute("aria-valuetext", size.toFixed(2));
    divisor.value = divisorOf(state).name;
    causal.checked = state.causal;
    handle.setAttribute("aria-label", `The query of ${head.words[state.asks]}`);
    live.classList.toggle("causal", state.causal);
    tell();
    if (follows) {
      cancelAnimationFrame(moving);
      drawn = state.query;
      soon();
    } else travel();
    if (!code.hidden) program();
    clearTimeout(waiting);
    waiting = setTimeout(rest, PAUSE);
  }

  /** Says where the numbers come from. */
  function tell() {
    if (!same(state, first)) {
      if (origin.childNodes.length !== 1) origin.textContent = "Computed in your browser.";
      return;
    }
    if (origin.childElementCount) return;
    const { page, blocks } = head.from;
    const links = blocks.flatMap((block, place) => {
      const here = document.getElementById(`code-${block}`);
      const href = here ? `#code-${block}` : new URL(`../${page}#code-${block}`, home).href;
      return [place ? ", " : "", make("a", { href, textContent: block })];
    });
    origin.replaceChildren("Printed by code that was run: ", ...links, ".");
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  function say() {
    write(status, said(head, state, answer(head, state).weights));
  }
  function rest() {
    say();
    hash = `#${encode(state)}`;
    history.replaceState(null, "", hash);
  }

  function program() {
    const text = python(head, state);
    if (code.querySelector("code")?.textContent === text) return;
    const copied = make("span", { className: "copied" });
    copied.setAttribute("role", "status");
    const copy = make("button", { type: "button", textContent: "Copy the code" });
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        copied.textContent = "Copied.";
      } catch {
        copied.textContent = "The browser does not let this page copy.";
      }
    });
    code.replaceChildren(make("pre", {}, make("code", { textContent: text, tabIndex: 0 })), copy, copied);
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
  const drag = (left, top) => change({ ...state, query: within(keys.plane.point(left, top)) }, true);

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
    const [x, y] = state.query;
    change({ ...state, query: within([x + step * ARROWS[key][0], y + step * ARROWS[key][1]]) }, true);
  });

  /** Takes the state of the address, if it has one. @returns {boolean} */
  function arrive() {
    if (!location.hash.startsWith("#asks=") || location.hash === hash) return false;
    try {
      change(decode(head, location.hash.slice(1)), true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      clearTimeout(waiting);
      write(status, "The address was altered, and is not taken.");
    }
    return true;
  }

  root.append(live);
  root.dataset.ready = "";
  change(first, true);
  clearTimeout(waiting);
  say();
  new ResizeObserver(() => {
    keys.plane.measure();
    values.plane.measure();
    show();
  }).observe(live);
  if (arrive()) root.scrollIntoView();
  addEventListener("hashchange", arrive);
}

const root = /** @type {HTMLElement | null} */ (document.querySelector(".drag"));
if (root) {
  const href = new URL("drag.css", home).href;
  const style = make("link", { rel: "stylesheet", href });
  style.addEventListener("load", () => start(root));
  document.head.append(style);
}
