/** Words that a reader chooses: one stop of the Tab key, and arrow keys among them. */

import { button, make, write } from "../kit/elements.js";

/**
 * @typedef {object} Word
 * @property {string} text
 * @property {string} [lang]
 * @property {string} [latin] the same in Latin letters
 * @property {string} [gloss]
 * @property {number} share of what is attended to
 * @property {string} [kind] for its look: "mark", "wrong", "given", "later"
 * @property {boolean} [fixed] whether it cannot be chosen
 */

/**
 * Lets arrow keys walk among the buttons of an element, of which one is reached by Tab.
 * @param {HTMLElement} element
 */
export function walk(element) {
  const all = () => [...element.querySelectorAll("button")].filter((each) => !each.disabled && !each.hidden);
  /** @param {HTMLElement} stop */
  const only = (stop) => all().forEach((each) => { each.tabIndex = each === stop ? 0 : -1; });
  element.setAttribute("role", "toolbar");
  element.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLButtonElement) only(target);
  });
  element.addEventListener("keydown", (event) => {
    const buttons = all();
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : by && at + by;
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length].focus();
  });
  /** After buttons came or went: there is one stop. */
  return () => {
    const buttons = all();
    if (buttons.length) only(buttons.find((each) => each.tabIndex === 0) ?? buttons[0]);
  };
}

/** A column of words. */
export class Words {
  /** @param {string} label @param {(place: number) => void} choose @param {number} [most] words that are made at once: one that comes later has scroll.js measure the page */
  constructor(label, choose, most = 0) {
    this.choose = choose;
    this.element = make("div", { className: "words", ariaLabel: label });
    this.settle = walk(this.element);
    /** @type {{button: HTMLButtonElement, parts: Record<"text" | "latin" | "gloss" | "weight", HTMLElement>}[]} */
    this.chips = [];
    while (this.chips.length < most) this.add();
  }

  /** A word that was not there yet; one that was keeps its node, and the focus. */
  add() {
    const place = this.chips.length;
    const parts = { text: make("b"), latin: make("i", { lang: "hi-Latn" }), gloss: make("small"), weight: make("span", { className: "share" }) };
    const chip = button("", () => this.choose(place), { hidden: true });
    chip.append(...Object.values(parts));
    this.chips.push({ button: chip, parts });
    this.element.append(chip);
  }

  /** @param {Word[]} words @param {number} chosen */
  show(words, chosen) {
    while (this.chips.length < words.length) this.add();
    this.chips.forEach(({ button, parts }, place) => {
      const word = words[place];
      button.hidden = !word;
      if (!word) return;
      const { text, lang = "", latin = "", gloss = "", share, kind = "", fixed = false } = word;
      write(parts.text, text);
      parts.text.lang = lang;
      write(parts.latin, latin);
      write(parts.gloss, gloss);
      write(parts.weight, share >= 0.005 ? share.toFixed(2) : "");
      button.className = `word ${kind}`;
      button.disabled = fixed;
      button.setAttribute("aria-pressed", String(place === chosen));
      button.style.setProperty("--attended", share.toFixed(3));
    });
    this.settle();
  }
}
