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
  document.querySelectorAll(".explore").forEach((button) => nameButton(button, "Heatmap"));

  /** A button that copies, in a box that is no landmark. */
  function nameCopy(nav) {
    nav.setAttribute("role", "none");
    const button = nav.querySelector("button");
    if (button) nameButton(button, button.title);
  }
  const copies = ".md-code__nav";
  document.querySelectorAll(copies).forEach(nameCopy);
  // The theme makes them after the page is read.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element && node.matches(copies)) nameCopy(node);
  }).observe(document.querySelector("article") || document.body, { childList: true, subtree: true });

  // Its boxes for the colours are named for what comes next, but read as what is chosen.
  const colours = ["as the system has them", "light", "dark"];
  document.querySelectorAll("[name=__palette]").forEach((box, place) =>
    box.setAttribute("aria-label", `Colours: ${colours[place]}`));

  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  for (const said of document.querySelectorAll(".md-search-result__meta, .md-dialog__inner"))
    said.setAttribute("role", "status");
})();
