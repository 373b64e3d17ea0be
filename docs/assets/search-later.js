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
  /* What the pages write in another way than readers type it. */
  const SIGNS = {
    sqrt: "sqrt \u221a", inf: "infinity", "\u221e": "infinity",
    "-inf": "minus infinity", "-\u221e": "minus infinity",
  };
  /* A word as the index has it. The sign in front of one would exclude what it finds. */
  const written = (word) => {
    const typed = word.toLowerCase().replace(/^[\u2212\u2013]/, "-");
    return SIGNS[typed] || SIGNS[typed.replace(/^-/, "")] || word.replace(/^[-\u2212\u2013]+(?=.)/, "");
  };
  const asked = ({ type, data }) => {
    const words = typeof data === "string" ? data.split(/\s+/) : [];
    const telling = words.filter(
      (word) => word && !little.has(word.toLowerCase().replace(/[".,;:!?]/g, "")),
    );
    const asked = telling.map(written).join(" ");
    // The theme asks for all that begins with a word; the word itself counts most.
    const exact = (asked.match(/[\w.√]+/g) ?? []).map((word) => `${word}^6`);
    return { type, data: telling.length ? [asked, ...exact].join(" ") : data };
  };

  /* Of code, a result shows the lines that were found, and not all of it. */
  const LINES = 3;
  const short = (text) => text.replace(/(<pre><code>)(.*?)(<\/code><\/pre>)/gs, (_, start, code, end) => {
    const lines = code.split("\n").map((line) => line.trim()).filter(Boolean);
    const marked = lines.filter((line) => line.includes("<mark>"));
    return start + (marked.length ? marked : lines).slice(0, LINES).join("\n") + end;
  });
  const shortened = (message) => {
    if (Array.isArray(message.data?.items))
      for (const item of message.data.items.flat()) {
        item.text = short(item.text);
        if ("sqrt" in item.terms) { // the sign was not typed
          item.terms.sqrt ||= item.terms["\u221a"];
          delete item.terms["\u221a"];
        }
        delete item.tags; // they are to find pages by, not to be read
      }
    return message;
  };

  /* Whoever leaves the search by Escape is back where they were. */
  let before;
  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    if (target.matches?.(".md-search__input") && !relatedTarget?.closest(".md-search"))
      before = relatedTarget;
  });
  document.addEventListener("keydown", ({ key }) => {
    // Not by what has the focus: a result that had it may just have been replaced.
    if (key !== "Escape" || !document.querySelector("#__search")?.checked) return;
    setTimeout(() => (before?.isConnected ? before.focus() : document.activeElement?.blur()));
  }, true); // the theme closes it after that

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
          this.dispatchEvent(new MessageEvent("message", { data: shortened(data) }));
        });
        return worker;
      });
    }

    postMessage(data) {
      this.worker.then((worker) => worker.postMessage(asked(data)));
    }
  };
})();
