/* The navigation by keyboard. The theme folds parts of the course, and in a narrow window
   keeps them in a drawer, each in a panel of its own, which labels of hidden boxes open
   and close; no key reaches a label. Here they become buttons. What is closed is hidden by
   site.css. Loaded by later.js. */
(() => {
  "use strict";
  const drawer = document.getElementById("__drawer");
  const sidebar = document.querySelector(".md-sidebar--primary");
  const theirs = document.querySelector(".md-header label[for=__drawer]");
  if (!drawer || !sidebar || !theirs) return;

  const of = (label) => label.getAttribute("for");
  const box = (label) => document.getElementById(of(label));
  const isBack = (label) => label.classList.contains("md-nav__title");

  /** A button in the place of a label; the theme's style sheet knows it by `for`. */
  function asButton(label) {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    for (const { name, value } of label.attributes)
      if (name !== "tabindex") button.setAttribute(name, value);
    button.append(...label.childNodes);
    button.addEventListener("click", () => box(button).click());
    label.replaceWith(button);
    return button;
  }
  const menu = asButton(theirs);
  menu.setAttribute("aria-label", "Pages of the course");
  // The tab that one is in has a label too, which in a wide window is its title alone.
  sidebar.querySelectorAll("li:not(.md-nav__item--section) > label[for^=__nav_]").forEach(asButton);

  const narrow = matchMedia("(max-width: 76.2344em)"); // as the theme has it
  const labels = [menu, ...sidebar.querySelectorAll("[for^=__nav_], [for=__toc]")];

  function tell() {
    for (const label of labels) {
      const used = narrow.matches || label instanceof HTMLButtonElement;
      if (used) label.setAttribute("aria-expanded", box(label).checked);
      else label.removeAttribute("aria-expanded");
      if (label instanceof HTMLButtonElement) continue;
      if (used) {
        label.tabIndex = 0;
        label.setAttribute("role", "button");
      } else for (const name of ["tabindex", "role"]) label.removeAttribute(name);
    }
  }

  /** To the first that can be used of what lies on top: the last panel, else the drawer. */
  function enter() {
    const shown = [...sidebar.querySelectorAll("a, button, label[role]")]
      .filter((each) => getComputedStyle(each).visibility === "visible" && each.offsetParent);
    (shown.findLast(isBack) || shown[0])?.focus();
  }

  for (const label of labels) {
    label.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation(); // the theme would turn it back
      label.click();
      if (!narrow.matches) return; // what is unfolded comes next
      if (box(label).checked) enter();
      else if (isBack(label)) labels.find((each) => each !== label && of(each) === of(label)).focus();
    });
    box(label).addEventListener("change", tell);
  }
  narrow.addEventListener("change", tell);
  tell();

  // Whoever leaves it has closed it: what is below cannot be seen.
  sidebar.addEventListener("focusout", ({ relatedTarget }) => {
    if (drawer.checked && relatedTarget && !sidebar.contains(relatedTarget)) drawer.click();
  });
  // Wherever the focus is: a finger that opened the drawer has left it on the page.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drawer.checked) return;
    drawer.click();
    menu.focus();
  });
})();
