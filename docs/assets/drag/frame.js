/**
 * What the figures have in common: a state that is said, kept in the address, given as
 * code and taken back; and where the numbers come from that a figure opens with.
 */

import { make, write } from "../live/elements.js";
import { Refused } from "./numbers.js";

const PAUSE = 200; // milliseconds without a change before it is said and the address written

/** @typedef {{page: string, block: string}[]} From where numbers were printed */

/**
 * @template State
 * @typedef {object} Figure
 * @property {string} label
 * @property {string} key with which its address begins
 * @property {State} first what it opens with
 * @property {From} from
 * @property {(state: State) => string} encode
 * @property {(hash: string) => State} decode throws Refused if an address was altered
 * @property {(state: State) => string} says
 * @property {(state: State) => string} [python] the state as code, if there is more than was printed
 * @property {boolean} [computes] whether other states are computed here; so by default
 * @property {(state: State, follows: boolean) => void} put shows a state; `follows`: what is
 *   dragged is where the reader has it
 */

/** @template State */
export class Frame {
  /** @param {HTMLElement} root @param {string} home address of the script @param {Figure<State>} figure */
  constructor(root, home, figure) {
    this.root = root;
    this.home = home;
    this.figure = figure;
    this.state = figure.first;
    this.hash = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.status = make("p", { className: "said" });
    this.status.setAttribute("role", "status");
    this.origin = make("p", { className: "origin" });
    this.code = make("div", { className: "as-code", hidden: true });
    const asCode = make("button", { type: "button", textContent: "Show as code" });
    asCode.setAttribute("aria-expanded", "false");
    asCode.addEventListener("click", () => {
      this.code.hidden = !this.code.hidden;
      asCode.setAttribute("aria-expanded", String(!this.code.hidden));
      asCode.textContent = this.code.hidden ? "Show as code" : "Hide the code";
      this.program();
    });
    const reset = make("button", { type: "button", textContent: "Reset" });
    reset.addEventListener("click", () => {
      this.change(figure.first);
      this.say();
      history.replaceState(null, "", location.pathname + location.search);
    });
    this.last = make("div", { className: "last" }, reset, ...(figure.python ? [asCode] : []), this.origin);
    this.live = make("div", { className: "live" });
    this.live.setAttribute("role", "group");
    this.live.setAttribute("aria-label", figure.label);
  }

  /**
   * Puts the figure on the page.
   * @param {Node[]} above
   * @param {Node[]} below
   * @param {() => void} measure what is to be done when it gets another width
   */
  begin(above, below, measure) {
    this.live.append(...above, this.status, ...below, this.last, this.code);
    this.root.append(this.live);
    this.root.dataset.ready = "";
    this.change(this.figure.first, true);
    this.say();
    new ResizeObserver(measure).observe(this.live);
    if (this.arrive()) this.root.scrollIntoView();
    // Of the event, since by now the address may be that of the state before.
    addEventListener("hashchange", ({ newURL }) => this.arrive(new URL(newURL).hash));
  }

  /** Whether this is what it opens with. */
  get opens() {
    return this.figure.encode(this.state) === this.figure.encode(this.figure.first);
  }

  /** Takes a state. @param {State} next @param {boolean} [follows] */
  change(next, follows = false) {
    this.state = next;
    this.tell();
    this.figure.put(next, follows);
    if (!this.code.hidden) this.program();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.say();
      this.hash = `#${this.figure.encode(this.state)}`;
      history.replaceState(null, "", this.hash);
    }, PAUSE);
  }

  /** Says at once what is shown; nothing else is said of it. */
  say() {
    clearTimeout(this.waiting);
    write(this.status, this.figure.says(this.state));
  }

  /** Says where the numbers come from. */
  tell() {
    const printed = this.opens || this.figure.computes === false;
    this.root.dataset.shown = printed ? "printed" : "computed";
    if (!printed) {
      if (this.origin.childNodes.length !== 1) this.origin.textContent = "Computed in your browser.";
      return;
    }
    if (this.origin.childElementCount) return;
    const links = this.figure.from.flatMap(({ page, block }, place) => {
      const here = document.getElementById(`code-${block}`);
      const href = here ? `#code-${block}` : new URL(`../${page}#code-${block}`, this.home).href;
      return [place ? ", " : "", make("a", { href, textContent: block })];
    });
    this.origin.replaceChildren("Printed by code that was run: ", ...links, ".");
  }

  /** Takes the state of the address, if it has one. @returns {boolean} */
  arrive(hash = location.hash) {
    if (!hash.startsWith(`#${this.figure.key}=`) || hash === this.hash) return false;
    try {
      this.change(this.figure.decode(hash.slice(1)), true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      clearTimeout(this.waiting);
      write(this.status, "The address was altered, and is not taken.");
    }
    return true;
  }

  /** The present state as code. */
  program() {
    const text = this.figure.python?.(this.state) || "";
    if (this.code.querySelector("code")?.textContent === text) return;
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
    this.code.replaceChildren(make("pre", {}, make("code", { textContent: text, tabIndex: 0 })), copy, copied);
  }
}

/** A labelled control. @param {HTMLElement} input @param {string} text */
export const field = (input, text) =>
  make("div", { className: "field" }, make("label", { htmlFor: input.id, textContent: text }), input);

/**
 * The words of the sentence, of which one asks.
 * @param {string[]} words
 * @param {string} legend
 * @param {(place: number) => void} choose
 */
export function chooser(words, legend, choose) {
  const inputs = words.map((_, place) => {
    const input = make("input", { type: "radio", name: "drag-asks", id: `drag-asks-${place}` });
    // A click on the word that asks already gives it its own query back.
    input.addEventListener("click", () => choose(place));
    return input;
  });
  const labels = inputs.map((input, place) =>
    make("span", {}, input, make("label", { htmlFor: input.id, textContent: words[place] })));
  const element = make("fieldset", { className: "asks" }, make("legend", { textContent: legend }), ...labels);
  /** @param {number} asks */
  const show = (asks) => inputs.forEach((input, place) => { input.checked = place === asks; });
  /** Shows on each word what weight it gets. @param {number[]} weights */
  const weigh = (weights) => labels.forEach(({ style }, place) =>
    style.setProperty("--share", `${100 * weights[place]}%`));
  return { element, show, weigh };
}
