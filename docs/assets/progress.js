/* Which lessons a reader has read, kept in this browser and nowhere else.

   A lesson is a page whose entry in the navigation tells its time to read. It counts as
   read once its end was seen, half a minute or more after it was opened, or when the
   reader says so. Lessons that were read bear a mark in the navigation and wherever an
   element with the class `map` says how far one is. */
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
  const here = within(location.href);
  const button = document.querySelector(".progress button");
  const maps = [...document.querySelectorAll(".map")];

  function show(read) {
    for (const [page, link] of lessons) link.toggleAttribute("data-read", read.has(page));
    button?.setAttribute("aria-pressed", read.has(here));
    for (const map of maps) tell(map, read);
    if (!maps.length) return;
    for (const link of document.querySelectorAll("article li > a:first-child"))
      link.toggleAttribute("data-read", read.has(within(link.href)));
  }

  /** How far one is, what comes next, and a way to forget it. */
  function tell(map, read) {
    const pages = [...lessons.keys()];
    const done = pages.filter((page) => read.has(page)).length;
    const next = pages.find((page) => !read.has(page));
    map.replaceChildren(`You have read ${done} of ${pages.length} lessons. `);
    if (next !== undefined) {
      const title = lessons.get(next).querySelector(".md-ellipsis").firstChild;
      const link = Object.assign(document.createElement("a"),
        { href: new URL(next, base), textContent: title.textContent.trim() });
      map.append(done ? "Go on with " : "Begin with ", link, ". ");
    }
    if (!done) return;
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
    save(load().add(here));
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
