/* Rows of the table of models that have a mechanism, chosen among those that the table
   links to. Loaded by later.js. */
(() => {
  "use strict";

  const table = document.querySelector(".record.models table");
  if (!table) return;
  const rows = [...table.tBodies[0].rows];
  const has = (row) => [...row.querySelectorAll("td:not(:first-child) a")].map((link) => link.textContent);
  const select = document.createElement("select");
  select.id = "mechanism";
  select.append(new Option("any", ""), ...[...new Set(rows.flatMap(has))].sort().map((name) => new Option(name)));
  const label = Object.assign(document.createElement("label"), { htmlFor: select.id, textContent: "Models with " });
  const said = Object.assign(document.createElement("output"), { htmlFor: select.id });
  const show = () => {
    for (const row of rows) row.hidden = select.value !== "" && !has(row).includes(select.value);
    said.textContent = ` ${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  };
  select.addEventListener("input", show);
  const line = document.createElement("p");
  line.append(label, select, said);
  table.closest(".record").before(line);
  show();
})();
