/* "Copy page as Markdown": copies the file that lies beside the page, fetched when it is
   asked for, and says how that went. */
(() => {
  "use strict";
  const button = document.querySelector(".copy-page");
  const link = /** @type {HTMLLinkElement | null} */ (
    document.querySelector('link[type="text/markdown"]')
  );
  if (!button || !link) return;
  const source = link.href;

  const said = Object.assign(document.createElement("span"), { className: "copy-page-said" });
  said.setAttribute("role", "status");
  button.after(said);

  async function read() {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }

  function copy() {
    if (!window.ClipboardItem) return read().then((text) => navigator.clipboard.writeText(text));
    // Safari copies only what was promised at the very click.
    const blob = read().then((text) => new Blob([text], { type: "text/plain" }));
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  }

  let later = 0;
  /** @param {string} words */
  function say(words) {
    said.textContent = words;
    clearTimeout(later);
    later = setTimeout(() => (said.textContent = ""), 4000);
  }
  button.addEventListener("click", async () => {
    try {
      await copy();
      say("Copied as Markdown");
    } catch {
      say("Not copied. Open the Markdown file instead.");
    }
  });
})();
