/* Scripts that the first sight of a page can do without come after it, as one: the names
   of its links and buttons, whether single keys count, and the keys of the navigation.
   publish/site/scripts.py puts them together. */
(() => {
  "use strict";
  const src = new URL("after.js", document.currentScript.src).href;
  document.head.append(Object.assign(document.createElement("script"), { src }));
})();
