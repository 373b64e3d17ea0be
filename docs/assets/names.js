/* What screen readers say: of what a link or a button is, where a page has many of its
   kind, and what the theme leaves without a name or says to eyes alone. Loaded by
   later.js. */
(() => {
  "use strict";

  function call(element, name) {
    element.setAttribute("aria-label", name);
    element.title = name; // else the old one would be read after it
  }

  // A heading is called what it says, without the sign at its end.
  for (const link of document.querySelectorAll(".headerlink")) {
    const heading = link.parentElement;
    const copy = heading.cloneNode(true);
    copy.querySelector(".headerlink").remove();
    const words = copy.textContent.trim();
    heading.setAttribute("aria-label", words);
    call(link, `Link to \u201c${words}\u201d`);
  }

  /** The name of the block in which an element is, or to which its output belongs. */
  function idea(element) {
    let block = element.closest(".highlight");
    while (block && !block.id && !block.dataset.name) block = block.previousElementSibling;
    return /^(?:code|source)-(.+)/.exec(block?.id || "")?.[1] || block?.dataset.name;
  }

  /** A button says which block it is for. */
  function nameButton(button, what) {
    const name = idea(button);
    if (name) call(button, `${what}: ${name}`);
  }

  // What copies a block, by the theme's script: this makes a page's buttons at once. The
  // theme would make one, measure the page, and make the next.
  document.querySelectorAll(".highlight:not(.output) > pre > code").forEach((code, place) => {
    code.id ||= `copied-${place}`;
    const nav = Object.assign(document.createElement("nav"), { className: "md-code__nav" });
    nav.setAttribute("role", "none"); // no landmark
    const button = Object.assign(document.createElement("button"),
      { type: "button", className: "md-code__button", title: "Copy to clipboard" });
    Object.assign(button.dataset, { clipboardTarget: `#${code.id}`, mdType: "copy" });
    nav.append(button);
    code.before(nav);
    nameButton(button, button.title);
  });

  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  for (const said of document.querySelectorAll(".md-search-result__meta, .md-dialog__inner"))
    said.setAttribute("role", "status");
})();
