/* What is copied of a formula is its LaTeX: of each that a selection touches, or of the
   one that the keyboard is at. The LaTeX stands in the page, beside the MathML. */
(() => {
  "use strict";
  const FORMULA = ".arithmatex";

  function latex(formula) {
    const source = formula.querySelector("annotation").textContent.trim();
    return formula.localName === "div" ? `\\[ ${source} \\]` : `\\( ${source} \\)`;
  }

  const around = (node) =>
    (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest(FORMULA);

  /** A selection as text, with LaTeX in the place of formulas; null if it has none. */
  function read(range) {
    const first = around(range.startContainer);
    const last = around(range.endContainer);
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    const copy = document.createElement("div");
    copy.append(range.cloneContents());
    const formulas = copy.querySelectorAll(FORMULA);
    if (!formulas.length) return null;
    for (const formula of formulas) formula.replaceChildren(latex(formula));
    // Only what is laid out knows where its lines end.
    copy.className = "md-typeset";
    Object.assign(copy.style, { position: "fixed", left: "-200vw", whiteSpace: "normal" });
    document.body.append(copy);
    const text = copy.innerText;
    copy.remove();
    return text;
  }

  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    const focused = document.activeElement?.matches(FORMULA) && document.activeElement;
    let text = null;
    if (selection.isCollapsed) text = focused ? latex(focused) : null;
    else text = read(selection.getRangeAt(0).cloneRange());
    if (text === null) return;
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  });
})();
