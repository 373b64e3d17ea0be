/* Heatmaps (publish/markdown/heatmaps.py) are walked with the arrow keys. Below them stands
   the cell that is pointed at or focused, with the names of its row and its column; a
   screen reader says them by itself, as of any grid. */
(() => {
  "use strict";

  /** @type {Record<string, [number, number]>} */
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  /** @param {Event} event @returns {HTMLTableCellElement | null} */
  const cellOf = ({ target }) => (target instanceof Element ? target.closest("tbody td") : null);

  /** @param {HTMLTableElement} table */
  function walk(table) {
    const heads = table.rows[0].cells;

    /** @param {Event} event */
    function choose(event) {
      const cell = cellOf(event);
      if (!cell) return;
      const names = [cell.parentElement?.querySelector("th"), heads[cell.cellIndex]];
      for (const lit of table.querySelectorAll(".lit")) lit.classList.remove("lit");
      for (const each of [cell, ...names]) each?.classList.add("lit");
      const chosen = table.closest(".wide")?.nextElementSibling;
      const said = names.map((name) => name?.textContent).join(", ");
      if (chosen) chosen.textContent = `${said}: ${cell.textContent}`;
    }

    table.addEventListener("pointerover", choose);
    table.addEventListener("focusin", choose);
    table.addEventListener("keydown", (event) => {
      const [cell, step] = [cellOf(event), STEPS[event.key]];
      if (!cell || !step) return;
      event.preventDefault(); // the page does not scroll
      const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
      const next = table.rows[row.rowIndex + step[0]]?.cells[cell.cellIndex + step[1]];
      if (!next?.matches("tbody td")) return;
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
    table.setAttribute("role", "grid");
    table.querySelector("tbody td")?.setAttribute("tabindex", "0");
  }

  document.querySelectorAll(".heatmap table").forEach((table) =>
    walk(/** @type {HTMLTableElement} */ (table)));
})();
