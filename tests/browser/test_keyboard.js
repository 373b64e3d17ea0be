/* What a walk by keyboard notes in a page: what was reached, and whether it was in sight
   and showed its focus, and what of the text was left out. */
() => {
  const walk = (window.walk = { reached: new Set(), problems: [] });
  walk.end = [...document.querySelectorAll(".md-footer__link")].at(-1);

  const name = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 130);

  /** What a reader sees of it: of a box for a choice, what stands for the box. */
  function shown(element) {
    if (element.matches(".repeats *")) return element.closest(".repeats");
    const label = element.nextElementSibling;
    return element.type === "radio" && label?.matches("label") ? label : element;
  }

  // The search comes and goes in a quarter of a second: longer than a key is waited for.
  const SEARCH = ".md-search";
  const onTop = (x, y) =>
    document.elementsFromPoint(x, y).find((each) => !each.closest(SEARCH));
  const inside = (part, whole) =>
    part && (whole.contains(part) || part.closest("label")?.control === whole);

  function isSeen(element) {
    if (element.closest(SEARCH)) return true;
    return [...element.getClientRects()].some((box) => {
      const left = Math.max(0, box.left);
      const top = Math.max(0, box.top);
      const width = Math.min(innerWidth, box.right) - left;
      const height = Math.min(innerHeight, box.bottom) - top;
      return width >= 2 && height >= 2 && [0.5, 0.1, 0.9].some((part) =>
        inside(onTop(left + part * width, top + part * height), element));
    });
  }

  function shows(element) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  }

  walk.look = () => {
    const element = document.activeElement;
    if (element === document.body || walk.reached.has(element)) return;
    walk.reached.add(element);
    if (!isSeen(shown(element))) walk.problems.push(`out of sight: ${name(element)}`);
    if (!shows(shown(element))) walk.problems.push(`focus does not show: ${name(element)}`);
  };
  // Reached otherwise, by the arrow keys or in the navigation; and where "skip" leads past.
  const BESIDE = "[type=radio]:not(:checked), [role=toolbar] *, .way a, .place a, :disabled";
  const USED = "article :is(a[href], button, input, select, textarea, summary)";
  walk.leftOut = () => [...document.querySelectorAll(USED)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true })
    && !walk.reached.has(element) && !element.matches(BESIDE)).map(name);

  // Keys are sent ahead: those that come after the end is reached must not lead past it.
  addEventListener("keydown", (event) => {
    walk.look();
    const onward = event.key === "Tab" && !event.shiftKey;
    if (onward && document.activeElement === walk.end) event.preventDefault();
  }, true);
}
