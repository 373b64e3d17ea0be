/* In the head, before the theme's script, which asks for the search index as soon as it
   runs. The index grows with the course and most readers of a page never search, so the
   request is held back until the search field is first used. */
(() => {
  "use strict";
  const { open, send } = XMLHttpRequest.prototype;
  const wanted = new Promise((resolve) => {
    const check = (event) => event.target.closest?.(".md-search, [for=__search]") && resolve();
    ["focusin", "pointerdown"].forEach((kind) => document.addEventListener(kind, check));
    // Another page's result, or a shared address, opens with its words marked.
    if (/[?&][hq]=/.test(location.search)) resolve();
  });
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    this.waits = String(address).endsWith("search/search_index.json");
    return open.call(this, method, address, ...rest);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (this.waits) wanted.then(() => send.call(this, body));
    else send.call(this, body);
  };
})();
