/* The page of evidence: finds blocks by name, and opens the one that a link asks for. On
   the page for a reader whose number differs, it tells the form which block that is. */
(() => {
  "use strict";

  const form = document.querySelector("a[href*='another-number.yml']");
  const block = new URLSearchParams(location.search).get("block") || "";
  if (form && /^[\w/-]+$/.test(block)) {
    form.href += `&snippet=${block}`;
    form.append(` for ${block}`);
  }

  const pages = [...document.querySelectorAll(".record details")];

  function open() {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const page = row?.closest("details");
    if (page) {
      page.open = true;
      row.scrollIntoView({ block: "center" });
    }
  }

  function find(words) {
    let shown = 0;
    for (const page of pages) {
      const all = page.querySelector("summary").textContent.toLowerCase();
      let here = 0;
      for (const row of page.querySelectorAll("tbody tr")) {
        const text = `${all} ${row.textContent.toLowerCase()}`;
        row.hidden = !words.every((word) => text.includes(word));
        here += row.hidden ? 0 : 1;
      }
      page.hidden = !here;
      page.open = words.length > 0 && here > 0;
      shown += here;
    }
    return shown;
  }

  if (!pages.length) return;
  const input = Object.assign(document.createElement("input"),
    { type: "search", id: "find-block", autocomplete: "off" });
  const label = Object.assign(document.createElement("label"),
    { htmlFor: input.id, textContent: "Find a block" });
  const count = document.createElement("output");
  count.htmlFor = input.id;
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = find(words);
    count.textContent = words.length ? `${shown} found` : "";
  });
  const search = Object.assign(document.createElement("form"), { className: "find" });
  search.addEventListener("submit", (event) => event.preventDefault());
  search.append(label, input, count);
  document.querySelector(".record.blocks").prepend(search);
  addEventListener("hashchange", open);
  open();
})();
