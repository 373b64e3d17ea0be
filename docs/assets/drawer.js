/* The navigation in a narrow window, by keyboard. The theme keeps it in a drawer, and each
   part of the course in a panel of it, which labels of hidden boxes open and close; no key
   reaches a label. Here they become buttons. What is closed is hidden by site.css. Loaded
   by later.js. */
(() => {
  "use strict";
  const drawer = document.getElementById("__drawer");
  const sidebar = document.querySelector(".md-sidebar--primary");
  const menu = document.querySelector(".md-header label[for=__drawer]");
  if (!drawer || !sidebar || !menu) return;
  menu.setAttribute("aria-label", "Pages of the course");

  const narrow = matchMedia("(max-width: 76.2344em)"); // as the theme has it
  const labels = [menu, ...sidebar.querySelectorAll("label[for^=__nav_], label[for=__toc]")];
  const box = (label) => document.getElementById(label.htmlFor);
  const isBack = (label) => label.classList.contains("md-nav__title");

  function tell() {
    for (const label of labels) {
      if (narrow.matches) {
        label.tabIndex = 0;
        label.setAttribute("role", "button");
        label.setAttribute("aria-expanded", box(label).checked);
      } else for (const name of ["tabindex", "role", "aria-expanded"]) label.removeAttribute(name);
    }
  }

  /** To the first that can be used of what lies on top: the last panel, else the drawer. */
  function enter() {
    const shown = [...sidebar.querySelectorAll("a, label[role]")]
      .filter((each) => getComputedStyle(each).visibility === "visible" && each.offsetParent);
    (shown.findLast(isBack) || shown[0])?.focus();
  }

  for (const label of labels) {
    label.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation(); // the theme would turn it back
      label.click();
      if (box(label).checked) enter();
      else if (isBack(label)) labels.find((each) => each !== label && each.htmlFor === label.htmlFor).focus();
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
