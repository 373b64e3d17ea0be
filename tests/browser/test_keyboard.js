/* What a walk by keyboard notes in a page: what was reached, whether it was in sight and
   showed its focus, and, in the end, what was not reached within the selector. */
(within) => {
  const USED = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  // Copies of what is reached otherwise: by the arrow keys, Escape, the navigation; what
  // the logo leads to, by the first tab.
  const COPIES =
    ".tabbed-labels a, .md-search__options *, .way a, .md-header .md-logo, [aria-hidden=true]";
  // Rows and lists whose members the arrow keys choose among.
  const LISTS = "[role=toolbar], .md-sidebar--primary ul, .md-sidebar--secondary";
  const walk = (window.walk = { reached: new Set(), problems: [] });
  walk.end = [...document.querySelectorAll(".md-footer__link")].at(-1);

  const name = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 130);
  const hidden = (element) => !element.checkVisibility({ visibilityProperty: true });
  // Of each of them, Tab reaches one.
  const beside = (element) => element.matches("[tabindex='-1']")
    && element.closest(LISTS)?.querySelector("[tabindex='0']");
  const expected = () => [...document.querySelectorAll(USED)].filter((element) =>
    element.closest(within) && !hidden(element) && !element.matches(COPIES)
    && !element.disabled && !beside(element));
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    && element.scrollWidth > element.clientWidth + 1 && !hidden(element);

  /** What a reader sees of it: of a box for a choice, what stands for the box. */
  function shown(element) {
    if (element.matches(".repeats *")) return element.closest(".repeats");
    if (element.type !== "radio") return element;
    const tabs = element.closest(".tabbed-set")?.querySelector(".tabbed-labels");
    const label = element.nextElementSibling;
    return tabs || (label?.matches("label") ? label : element);
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
  // Keys are sent ahead: those that come after the end is reached must not lead past it.
  addEventListener("keydown", (event) => {
    walk.look();
    const onward = event.key === "Tab" && !event.shiftKey;
    if (onward && document.activeElement === walk.end) event.preventDefault();
  }, true);

  /** What is wrong, when the walk is done. */
  walk.report = () => {
    walk.look();
    const reached = [...walk.reached];
    const chosen = new Set(reached.map((each) => each.type === "radio" && each.name));
    const missed = expected().filter((each) => !walk.reached.has(each)
      && !(each.type === "radio" && chosen.has(each.name)));
    const still = [...document.querySelectorAll("article *")].filter((each) =>
      scrolls(each) && !reached.some((one) => each.contains(one)));
    return [
      ...walk.problems,
      ...missed.map((each) => `not reached: ${name(each)}`),
      ...still.map((each) => `not scrolled by a key: ${name(each)}`),
    ];
  };
  return expected().length;
}
