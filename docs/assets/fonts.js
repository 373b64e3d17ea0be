/* In the head, after the style sheets. The browser decodes the fonts in katex.css at some
   later moment, and formulas painted before it would move. Fonts made of bytes are ready
   almost at once, so the same ones are made here, and nothing is painted before they are;
   nor are readers kept waiting, should one never be. */
(() => {
  "use strict";
  const PATIENCE = 3000; // milliseconds
  const faces = [];
  try {
    const sheets = [...document.styleSheets].filter(({ href }) => /katex\.css$/.test(href));
    for (const rule of sheets.flatMap((sheet) => [...sheet.cssRules])) {
      const style = rule instanceof CSSFontFaceRule && rule.style;
      const [, data] = /base64,([\w+/=]+)/.exec(style && style.getPropertyValue("src")) || [];
      if (!data) continue;
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const face = new FontFace(style.getPropertyValue("font-family"), bytes, {
        style: style.getPropertyValue("font-style"),
        weight: style.getPropertyValue("font-weight"),
        unicodeRange: style.getPropertyValue("unicode-range"),
      });
      document.fonts.add(face);
      faces.push(face);
    }
  } catch {
    // From the file system no script may read a style sheet.
    document.fonts.forEach((face) => faces.push(face));
  }
  const root = document.documentElement;
  root.classList.replace("no-js", "js"); // as the theme does later, moving the footer
  const show = () => delete root.dataset.fonts;
  root.dataset.fonts = "awaited";
  Promise.all(faces.map((face) => face.load())).then(show, show);
  setTimeout(show, PATIENCE);
})();
