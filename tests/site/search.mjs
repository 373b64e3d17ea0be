/* The site's search without a browser: what search-later.js makes of each query, asked of
   the theme's worker. Reads queries as JSON, writes for each the addresses found, a list
   for each page, best first. */
import { globSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const site = process.argv[2];
const read = (path) => readFileSync(`${site}/${path}`, "utf8");
const [script] = globSync("assets/javascripts/workers/search*.js", { cwd: site });

class ScriptInside extends EventTarget {
  constructor() {
    super();
    const inside = createContext({
      console,
      addEventListener: (_, listener) => { this.postMessage = (data) => listener({ data }); },
      postMessage: (data) => this.dispatchEvent(new MessageEvent("message", { data })),
    });
    inside.self = inside;
    runInContext(read(script), inside);
  }
}

/* What search-later.js expects of a page; its address has a question, so nothing waits. */
Object.assign(globalThis, {
  window: globalThis,
  document: { addEventListener() {} },
  location: new URL("https://localhost/?q="),
  XMLHttpRequest: class {},
  Worker: ScriptInside,
});
(0, eval)(read("assets/search-later.js"));

const worker = new window.Worker(`/${script}`);
const answer = (message) => new Promise((resolve) => {
  worker.onmessage = ({ data }) => resolve(data.data);
  worker.postMessage(message);
});
const { config, docs } = JSON.parse(read("search/search_index.json"));
await answer({ type: 0, data: { config, docs, options: { suggest: false } } });
const found = [];
for (const query of JSON.parse(readFileSync(0, "utf8"))) {
  const { items } = await answer({ type: 2, data: query });
  found.push(items.map((page) => page.map(({ location }) => location)));
}
console.log(JSON.stringify(found));
