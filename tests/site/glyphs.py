"""Which glyphs of which fonts a formula uses, as KaTeX's style sheet sets them."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

STYLES = Path(__file__).parents[2] / "docs" / "assets" / "katex.css"

# KaTeX's classes that change the font: class → family, weight, style (None: inherited).
FONTS: dict[str, tuple[str | None, str | None, str | None]] = {
    "katex": ("Main", "400", "normal"),
    "textrm": ("Main", None, None),
    "textbf": (None, "700", None),
    "textit": (None, None, "italic"),
    "mathrm": (None, None, "normal"),
    "mainrm": ("Main", None, "normal"),
    "mathbf": ("Main", "700", None),
    "mathit": ("Main", None, "italic"),
    "mathnormal": ("Math", None, "italic"),
    "boldsymbol": ("Math", "700", "italic"),
    "amsrm": ("AMS", None, None),
    "mathbb": ("AMS", None, None),
    "textbb": ("AMS", None, None),
    "mathcal": ("Caligraphic", None, None),
    "mathfrak": ("Fraktur", None, None),
    "textfrak": ("Fraktur", None, None),
    "mathscr": ("Script", None, None),
    "textscr": ("Script", None, None),
    "mathtt": ("Typewriter", None, None),
    "texttt": ("Typewriter", None, None),
    "mathsf": ("SansSerif", None, None),
    "textsf": ("SansSerif", None, None),
    "delim-size1": ("Size1", None, None),
    "delim-size4": ("Size4", None, None),
    "small-op": ("Size1", None, None),
    "large-op": ("Size2", None, None),
}
SIZED = {f"size{n}": (f"Size{n}", None, None) for n in range(1, 5)}  # of .delimsizing


class _Glyphs(HTMLParser):
    """Collects (font, glyph) pairs of KaTeX's HTML, as its style sheet sets them."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[tuple[str, str]] = set()
        self.stack: list[tuple[bool, tuple[str, ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        skip, font = self.stack[-1] if self.stack else (False, ("", "", ""))
        rules = FONTS | SIZED if "delimsizing" in classes else FONTS
        for name in classes:
            changes = rules.get(name, (None, None, None))
            font = tuple(new or old for new, old in zip(changes, font, strict=True))
        # MathML is set in the browser's own fonts, and drawings have no glyphs.
        self.stack.append((skip or tag in ("math", "svg"), font))

    def handle_endtag(self, tag: str) -> None:
        self.stack.pop()

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_data(self, data: str) -> None:
        skip, font = self.stack[-1] if self.stack else (True, ())
        if not skip:
            shown = data.replace("\u200b", "")  # KaTeX's struts, zero wide
            self.used |= {(" ".join(font), glyph) for glyph in shown}


def glyphs_used(rendered: str) -> set[tuple[str, str]]:
    parser = _Glyphs()
    parser.feed(rendered)
    parser.close()
    return parser.used


@cache
def glyphs_shipped() -> set[tuple[str, str]]:
    """What the fonts in our style sheet carry, by their own unicode-range."""
    shipped = set()
    for face in re.findall(r"@font-face\{(.*?)\}", STYLES.read_text(encoding="utf-8")):
        rule = dict(re.findall(r"(font-\w+|unicode-range):([^;]+)", face))
        family = rule["font-family"].removeprefix("Formula_")
        font = f"{family} {rule['font-weight']} {rule['font-style']}"
        for point in rule["unicode-range"].split(","):
            shipped.add((font, chr(int(point.removeprefix("U+"), 16))))
    return shipped
