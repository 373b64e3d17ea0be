/* What scrolls sideways can be reached by keyboard. The theme sees to code; these are
   wide tables, matrices, text in columns and rows of tabs, which scroll or not as the window is
   wide. These and formulas are marked while they are wider than their place: site.css lets
   them fade at the edge, which costs too much to be asked of all. */
(() => {
  "use strict";
  const REGIONS = ".md-typeset__scrollwrap, .tabbed-labels, .lines, .wide";

  function check() {
    for (const region of document.querySelectorAll(`${REGIONS}, div.arithmatex`)) {
      const wide = region.scrollWidth > region.clientWidth;
      region.toggleAttribute("data-wide", wide);
      if (region.matches("div.arithmatex")) continue; // reached always
      if (wide) region.tabIndex = 0;
      else region.removeAttribute("tabindex");
    }
  }
  document.addEventListener("scroll", ({ target: region }) => {
    if (region instanceof Element && region.hasAttribute("data-wide"))
      region.toggleAttribute("data-end",
        region.scrollLeft + region.clientWidth > region.scrollWidth - 2);
  }, { capture: true, passive: true }); // of each region: it does not rise from there
  // The theme wraps tables after the page is read.
  new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", check);
  addEventListener("load", check);
  check();
})();
