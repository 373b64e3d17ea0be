/* Which lessons a reader has read, kept in this browser and nowhere else.

   A lesson is a page whose entry in the navigation tells its time to read. It counts as
   read once its end was seen, half a minute or more after it was opened, or when the
   reader says so. Lessons that were read bear a mark in the navigation, and an element
   with the class `map` says how far one is. */
(() => {
  "use strict";
  const DWELL = 30_000;
  const base = new URL("../", document.currentScript.src);
  const key = `${base.pathname}read`;
  const within = (address) => new URL(address, location).pathname
    .replace(base.pathname, "").replace(/index\.html$/, "");

  /** The pages that were read; null where the browser keeps nothing for us. */
  function load() {
    try {
      const kept = JSON.parse(localStorage.getItem(key) || "[]");
      return new Set(Array.isArray(kept) ? kept : []);
    } catch (error) {
      return error instanceof SyntaxError ? new Set() : null;
    }
  }

  function save(read) {
    try {
      if (read.size) localStorage.setItem(key, JSON.stringify([...read]));
      else localStorage.removeItem(key);
    } catch {
      // Full, or forbidden: the marks hold as long as the page does.
    }
    show(read);
  }

  const links = [...document.querySelectorAll(".md-nav--primary a.md-nav__link")]
    .filter((link) => link.querySelector("small"));
  const lessons = new Map(links.map((link) => [within(link.href), link]));
  /* The core lessons are in the parts that have a number; pages marked deeper are optional. */
  const isCore = (link) => !link.querySelector(".md-status--deeper")
    && /^\d/.test(link.closest("nav").querySelector(".md-nav__title").textContent.trim());
  const core = [...lessons.keys()].filter((page) => isCore(lessons.get(page)));
  const here = within(location.href);
  const button = document.querySelector(".progress button");
  const maps = [...document.querySelectorAll(".map")];

  function show(read) {
    for (const [page, link] of lessons) link.toggleAttribute("data-read", read.has(page));
    button?.setAttribute("aria-pressed", read.has(here));
    for (const map of maps) tell(map, read);
  }

  /** Where to go on: behind the page read last, at the next core lesson that is not read. */
  function next(read) {
    const pages = [...lessons.keys()];
    const last = pages.indexOf([...read].findLast((page) => lessons.has(page)));
    const open = core.filter((page) => !read.has(page));
    return open.find((page) => pages.indexOf(page) > last) ?? open[0];
  }

  /** How far one is, where to go on, and a way to forget it. */
  function tell(map, read) {
    const done = core.filter((page) => read.has(page)).length;
    map.replaceChildren(`You have read ${done} of ${core.length} core lessons. `);
    const page = read.size ? next(read) : [...lessons.keys()][0];
    if (page !== undefined) {
      const title = lessons.get(page).querySelector(".md-ellipsis").firstChild;
      const link = Object.assign(document.createElement("a"),
        { href: new URL(page, base), textContent: title.textContent.trim() });
      map.append(read.size ? "Go on with " : "Begin with ", link, ". ");
    }
    if (!read.size) return;
    const forget = Object.assign(document.createElement("button"),
      { type: "button", textContent: "Forget this" });
    forget.addEventListener("click", () => {
      save(new Set());
      map.tabIndex = -1;
      map.focus();
    });
    map.append(forget);
  }

  const kept = load();
  if (!kept) return;
  show(kept);
  addEventListener("storage", (event) => event.key === key && show(load()));
  if (!button || !lessons.has(here)) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const read = load();
    if (!read.delete(here)) read.add(here);
    seen.disconnect();
    save(read);
  });

  let waited = false;
  let ended = false;
  function finish() {
    if (!waited || !ended) return;
    seen.disconnect();
    const read = load();
    read.delete(here); // else it stays where it was among them, and not the last
    save(read.add(here));
  }
  const seen = new IntersectionObserver((entries) => {
    ended ||= entries.some((entry) => entry.isIntersecting);
    finish();
  });
  seen.observe(button.parentElement);
  setTimeout(() => {
    waited = true;
    finish();
  }, DWELL);
})();
