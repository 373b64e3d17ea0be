/* What is wrong with a page as it is shown now; `looks` names some of those below. */
async (looks) => {
  const said = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 120);
  const shows = (element) => element.checkVisibility({ visibilityProperty: true });

  /** What makes the page scroll sideways. */
  function overflowing() {
    const width = document.documentElement.clientWidth;
    const excess = document.documentElement.scrollWidth - width;
    if (excess <= 0) return [];
    const found = [];
    const walk = (element) => { // not into what scrolls by itself
      if (element.getBoundingClientRect().right > width + 1) found.push(said(element));
      if (getComputedStyle(element).overflowX === "visible") [...element.children].forEach(walk);
    };
    walk(document.body);
    return [`${excess} px too wide`, ...found.slice(0, 5)];
  }

  /** In steps and in models that run, letters below 12 pixels and buttons below 24. */
  function cramped() {
    const parts = [...document.querySelectorAll(
      ".drag:is([data-script^=live], [data-script^=decoders], [data-script^=steps]) .live *")].filter(shows);
    const small = parts.filter((each) => Number.parseFloat(getComputedStyle(each).fontSize) < 12
      && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    const narrow = parts.filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      return each.matches("button") && Math.min(width, height) < 24;
    });
    return [...small.map((each) => `small: ${said(each)}`), ...narrow.map((each) => `narrow: ${said(each)}`)];
  }

  /** Texts whose contrast is less than WCAG's 4.5, or 3 where they are large. */
  function faint() {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const known = new Map();
    /** Red, green, blue and alpha, however a colour is written. */
    function paint(colour) {
      if (!known.has(colour)) {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        known.set(colour, [r, g, b, a / 255]);
      }
      return known.get(colour);
    }
    const over = (top, below) => [0, 1, 2].map((i) => top[3] * top[i] + (1 - top[3]) * below[i]);
    const grounds = new Map([[null, [255, 255, 255]]]);
    /** What lies behind an element's text; null where it is a picture. */
    function ground(element) {
      if (!grounds.has(element)) {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        const own = paint(backgroundColor);
        const below = own[3] === 1 ? own : ground(element.parentElement);
        grounds.set(element, backgroundImage === "none" && below ? over(own, below) : null);
      }
      return grounds.get(element);
    }
    const opacity = (element) =>
      element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;
    const linear = (c) => (c <= 10.31 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    const light = (colour) => {
      const [r, g, b] = colour.map(linear);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const found = [];
    for (const element of document.body.querySelectorAll("*")) {
      if (element instanceof SVGElement || element.matches("option, :disabled")) continue;
      const words = [...element.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
      if (!(words || element.matches("input, select, textarea"))) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const behind = ground(element);
      if (!behind) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const [r, g, b, a] = paint(color);
      if (a === 0) continue;
      const [text, paper] = [over([r, g, b, a * opacity(element)], behind), behind].map(light);
      const ratio = Math.max(text, paper) / Math.min(text, paper);
      const size = Number.parseFloat(fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) found.push(`contrast ${ratio.toFixed(2)}: ${said(element)}`);
    }
    return found;
  }

  /** Glyphs of formulas that our part of KaTeX's fonts lacks: publish/markdown/vendor/katex/subset.py. */
  function unshipped() {
    const shipped = new Set();
    for (const { family, weight, style, unicodeRange } of document.fonts)
      for (const point of unicodeRange.split(", ")) {
        const letter = String.fromCodePoint(Number.parseInt(point.slice(2), 16));
        shipped.add([family, weight, style, letter].join(" "));
      }
    const found = new Set();
    for (const element of document.querySelectorAll(".katex-html :not(svg, svg *)")) {
      const letters = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data);
      const { fontFamily, fontWeight, fontStyle } = getComputedStyle(element);
      for (const letter of letters.join("").replaceAll("\u200b", "")) // KaTeX's struts have no width
        found.add([fontFamily.split(",")[0], fontWeight, fontStyle, letter].join(" "));
    }
    return [...found].filter((glyph) => !shipped.has(glyph)).map((glyph) => `no glyph: ${glyph}`);
  }

  const found = [];
  for (const look of looks) found.push(...await { overflowing, cramped, faint, unshipped }[look]());
  return found;
}
