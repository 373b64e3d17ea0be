/* What scrolls sideways can be reached by keyboard. The theme sees to code; these are
   wide tables, matrices, text in columns and rows of tabs, which scroll or not as the window is
   wide. */
(() => {
  "use strict";
  const REGIONS = ".md-typeset__scrollwrap, .tabbed-labels, .lines, .wide";

  function check() {
    for (const region of document.querySelectorAll(REGIONS))
      if (region.scrollWidth > region.clientWidth) region.tabIndex = 0;
      else region.removeAttribute("tabindex");
  }
  // The theme wraps tables after the page is read.
  new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", check);
  addEventListener("load", check);
  check();
})();
