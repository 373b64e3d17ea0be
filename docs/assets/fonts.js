/* In the head, after the style sheets: a font that a formula needs is decoded while the
   page is still being read, so that nothing moves when it is first painted. */
document.fonts.forEach((font) => font.load());
