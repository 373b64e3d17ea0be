/**
 * What the figures have in common whose numbers a reader changes: a state that is said and
 * taken back, and the code that printed or drew what a figure opens with.
 */

import { button, make, write } from "./elements.js";
import { origins } from "./start.js";

/** @import { Data } from "./start.js" */

const PAUSE = 200; // milliseconds without a change before it is said

/**
 * @template State
 * @typedef {object} Figure
 * @property {string} label
 * @property {State} first what it opens with
 * @property {Data["from"]} from
 * @property {string} [always] said in front of the origins in every state; by default, another
 *   state than the first is computed in the browser
 * @property {(state: State) => string} says
 * @property {(state: State, follows: boolean) => void} put shows a state; `follows`: what is
 *   dragged is where the reader has it
 */

/** @template State */
export class Frame {
  /** @param {HTMLElement} root @param {string} home address of the script @param {Figure<State>} figure */
  constructor(root, home, figure) {
    this.root = root;
    this.figure = figure;
    this.state = figure.first;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.status = make("p", { className: "said", role: "status" });
    this.links = origins(figure.from, home);
    this.origin = make("p", { className: "origin" });
    this.reset = button("Reset", () => {
      this.change(figure.first);
      this.say();
    });
    this.last = make("div", { className: "last" }, this.reset, this.origin);
    this.live = make("div", { className: "live", role: "group", ariaLabel: figure.label });
  }

  /**
   * Puts the figure on the page.
   * @param {Node[]} above
   * @param {Node[]} below
   * @param {() => void} [measure] what is to be done when it gets another width
   */
  begin(above, below, measure) {
    this.live.append(...above, this.status, ...below, this.last);
    this.root.append(this.live);
    this.root.dataset.ready = "";
    this.change(this.figure.first, true);
    this.say();
    if (measure) new ResizeObserver(measure).observe(this.live);
  }

  /** Whether this is what it opens with. */
  get opens() {
    return JSON.stringify(this.state) === JSON.stringify(this.figure.first);
  }

  /** Takes a state. @param {State} next @param {boolean} [follows] */
  change(next, follows = false) {
    this.state = next;
    const { always } = this.figure;
    const shown = always || this.opens ? "printed" : "computed";
    if (this.root.dataset.shown !== shown) {
      this.root.dataset.shown = shown;
      this.origin.replaceChildren(...(shown === "computed" ? ["Computed in your browser."]
        : [always ?? "Printed by code that was run: ", ...this.links, "."]));
    }
    this.figure.put(next, follows);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.say(), PAUSE);
  }

  /** Says at once what is shown; nothing else is said of it. */
  say() {
    clearTimeout(this.waiting);
    write(this.status, this.figure.says(this.state));
  }
}
