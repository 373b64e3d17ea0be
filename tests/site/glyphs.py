"""Which glyphs of which fonts a formula uses, as KaTeX's style sheet sets them."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

STYLES = Path(__file__).parents[2] / "docs" / "assets" / "katex.css"

FACE = re.compile(r"@font-face\{(.*?)\}")
FONT = tuple[str | None, ...]  # family, weight, style; None: inherited


@cache
def rules() -> list[tuple[set[str], FONT]]:
    """What elements with these classes change of the font."""
    found: list[tuple[set[str], FONT]] = [({"katex"}, ("Main", "400", "normal"))]
    text = FACE.sub("", STYLES.read_text(encoding="utf-8"))
    for selectors, rule in re.findall(r"([^{}]+)\{([^{}]*\bfont-[^{}]*)\}", text):
        told = dict(re.findall(r"font-(family|weight|style):(?:Formula_)?(\w+)", rule))
        for selector in selectors.split(",") if told else ():
            _, *classes = selector.removesuffix(">span").split()[-1].split(".")
            font = told.get("family"), told.get("weight"), told.get("style")
            found.append(({*classes}, font))
    return found


class _Glyphs(HTMLParser):
    """Collects (font, glyph) pairs of KaTeX's HTML, as its style sheet sets them."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[tuple[str, str]] = set()
        self.stack: list[tuple[bool, tuple[str, ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        skip, font = self.stack[-1] if self.stack else (False, ("", "", ""))
        for needed, changes in rules():
            if needed <= {*classes}:
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
    for face in FACE.findall(STYLES.read_text(encoding="utf-8")):
        rule = dict(re.findall(r"(font-\w+|unicode-range):([^;]+)", face))
        family = rule["font-family"].removeprefix("Formula_")
        font = f"{family} {rule['font-weight']} {rule['font-style']}"
        for point in rule["unicode-range"].split(","):
            shipped.add((font, chr(int(point.removeprefix("U+"), 16))))
    return shipped
