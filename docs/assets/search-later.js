/* In the head, before the theme's script, which starts the search's worker and asks for
   its index as soon as it runs. The index grows with the course and most readers of a
   page never search, so both are held back until the search field is first used. From
   the file system, where browsers start no worker, offline.js stands in for it. */
(() => {
  "use strict";
  const offline = location.protocol === "file:" && new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = new URL("offline.js", document.currentScript.src);
    script.onload = resolve;
    document.head.append(script);
  });
  const wanted = new Promise((resolve) => {
    const check = (event) => event.target.closest?.(".md-search, [for=__search]") && resolve();
    ["focusin", "pointerdown"].forEach((kind) => document.addEventListener(kind, check));
    // Another page's result, or a shared address, opens with its words marked.
    if (/[?&][hq]=/.test(location.search)) resolve();
  });

  /* The index knows none of these words. But the theme asks for all that begins with a
     typed word: "not" would find notebooks, and "on" every one. */
  const little = new Set(
    `a all an and are as at be but by can cannot do does for from get has have he her his how i if
    in is it its me my no not of off on or other our so some that the their them then there this
    to too up us was we what when where which who why with you your`.split(/\s+/),
  );
  const asked = ({ type, data }) => {
    const words = typeof data === "string" ? data.split(/\s+/) : [];
    const telling = words.filter(
      (word) => word && !little.has(word.toLowerCase().replace(/[".,;:!?]/g, "")),
    );
    return { type, data: telling.length ? telling.join(" ") : data };
  };

  const { open, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    this.waits = String(address).endsWith("search/search_index.json");
    return open.call(this, method, address, ...rest);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (this.waits) wanted.then(() => send.call(this, body));
    else send.call(this, body);
  };

  const Own = window.Worker;
  window.Worker = class extends EventTarget {
    constructor(address, options) {
      super();
      if (!/\/workers\/search/.test(address)) return new Own(address, options);
      this.addEventListener("message", (event) => this.onmessage?.(event)); // Zensical's way
      this.worker = wanted.then(() => offline).then(() => {
        const worker = offline ? new window.FrameWorker(address) : new Own(address, options);
        worker.addEventListener("message", ({ data }) => {
          this.dispatchEvent(new MessageEvent("message", { data }));
        });
        return worker;
      });
    }

    postMessage(data) {
      this.worker.then((worker) => worker.postMessage(asked(data)));
    }
  };
})();
