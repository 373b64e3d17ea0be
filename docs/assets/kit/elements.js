/** Elements of HTML and SVG, made and written; for every figure that moves. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {object} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/**
 * Writes a text into an element in which nothing else is. An element that is there already
 * keeps its node: a new one would have scroll.js measure the page.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}

/** Sets attributes. @param {Element} element @param {Record<string, string | number>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** A button, and what it does. @param {string} textContent @param {() => void} act @param {object} [properties] */
export function button(textContent, act, properties) {
  const element = make("button", { type: "button", textContent, ...properties });
  element.addEventListener("click", act);
  return element;
}

/** A labelled control. @param {HTMLElement} input @param {string} text */
export const field = (input, text) =>
  make("div", { className: "field" }, make("label", { htmlFor: input.id, textContent: text }), input);
