/* What is copied that the page itself does not show: "Copy page as Markdown", the file
   that lies beside the page, and "Standalone", a block written out without the package.
   Each is fetched when it is asked for, and says how that went. */
(() => {
  "use strict";
  /** @param {string} source */
  async function read(source) {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }

  /** @param {string} source */
  function copy(source) {
    if (!window.ClipboardItem) {
      return read(source).then((text) => navigator.clipboard.writeText(text));
    }
    // Safari copies only what was promised at the very click.
    const blob = read(source).then((text) => new Blob([text], { type: "text/plain" }));
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  }

  function speaker() {
    const said = Object.assign(document.createElement("span"), { className: "copy-page-said" });
    said.setAttribute("role", "status");
    let later = 0;
    /** @param {string} words */
    function say(words) {
      said.textContent = words;
      clearTimeout(later);
      later = setTimeout(() => (said.textContent = ""), 4000);
    }
    return { said, say };
  }

  const button = document.querySelector(".copy-page");
  const page = /** @type {HTMLLinkElement | null} */ (
    document.querySelector('link[type="text/markdown"]')
  );
  if (button && page) {
    const source = page.href;
    const { said, say } = speaker();
    button.after(said);
    button.addEventListener("click", async () => {
      try {
        await copy(source);
        say("Copied as Markdown");
      } catch {
        say("Not copied. Open the Markdown file instead.");
      }
    });
  }

  // Without this script, or where nothing can be copied, the link gives the file.
  const block = speaker();
  document.addEventListener("click", async (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = /** @type {HTMLAnchorElement | null} */ (
      target && target.closest("a.alone")
    );
    const asks = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || asks || !event.isTrusted) return;
    event.preventDefault();
    link.after(block.said);
    try {
      await copy(link.href);
      block.say("Copied");
    } catch {
      link.click();
    }
  });
})();
