/* What scrolls sideways can be reached by keyboard: code, wide tables and heatmaps, which
   scroll or not as the window is wide. All but code are marked while they are wider than
   their place: site.css lets them fade at the edge. */
(() => {
  "use strict";
  const REGIONS = ".md-typeset__scrollwrap, .wide, div.arithmatex";
  let due = false;

  function check() {
    due = false;
    // Not what is folded away: to measure it, the browser would have to lay it out.
    const all = [...document.querySelectorAll(`${REGIONS}, .highlight > pre > code`)]
      .filter((region) => !region.closest("details:not([open])"));
    // First all are measured: after a change, the browser would have to lay out anew.
    const widths = all.map((region) => region.scrollWidth > region.clientWidth);
    all.forEach((region, place) => {
      const wide = widths[place];
      if (region.matches(REGIONS)) region.toggleAttribute("data-wide", wide);
      if (region.matches("div.arithmatex")) return; // reached always
      if (wide) region.tabIndex = 0;
      else region.removeAttribute("tabindex");
    });
  }
  document.addEventListener("scroll", ({ target: region }) => {
    if (region instanceof Element && region.hasAttribute("data-wide"))
      region.toggleAttribute("data-end",
        region.scrollLeft + region.clientWidth > region.scrollWidth - 2);
  }, { capture: true, passive: true }); // of each region: it does not rise from there
  function ask() {
    if (!due) requestAnimationFrame(check); // when the browser lays out anyway
    due = true;
  }
  // What an answer or a button brings into sight.
  new MutationObserver(ask).observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", ask);
  addEventListener("load", ask);
  document.addEventListener("toggle", ask, true); // a fold: this does not rise either
  ask();
})();
