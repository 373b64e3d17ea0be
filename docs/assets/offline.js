/* Loaded by search-later.js on pages that were opened from the file system, where a link
   to a folder shows the folder, and where a script may not start a worker. */
(() => {
  "use strict";
  function complete({ target }) {
    const link = target.closest?.("a[href]");
    if (link?.protocol === "file:" && link.pathname.endsWith("/"))
      link.pathname += "index.html";
  }
  ["click", "auxclick"].forEach((kind) => document.addEventListener(kind, complete, true));
  // The theme's keys for the previous and the next page read these.
  for (const link of document.querySelectorAll("link[rel=prev], link[rel=next]"))
    link.href += "index.html";

  /* What the search needs of a worker, within an empty frame of the page: the idea of
     Martin Donath's iframe-worker, without its inline script. */
  window.FrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      this.inside = new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.hidden = true;
        frame.onload = () => {
          const inside = frame.contentWindow;
          inside.postMessage = (data) => {
            this.dispatchEvent(new MessageEvent("message", { data }));
          };
          const script = inside.document.createElement("script");
          script.src = address;
          script.onload = () => resolve(inside);
          inside.document.body.append(script);
        };
        document.body.append(frame);
      });
    }

    postMessage(data) {
      this.inside.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
})();
