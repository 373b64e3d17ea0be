"""Make docs/assets/katex.css: KaTeX's rules, with the glyphs we use inlined.

Readers fetch the fonts inside the style sheet, so every glyph costs each first visit
some bytes and none of them can shift the page. Needs fontTools with brotli, and is run
by hand when GLYPHS changes; the result is committed.

The fonts' licence (OFL 1.1) reserves the names KaTeX_Main and so on to the whole fonts,
so ours have another. The licences lie beside the style sheet, whole, as a test sees.
"""

import base64
import io
import re
import string
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
TARGET = HERE.parents[2] / "docs" / "assets" / "katex.css"
HEADER = """\
/* Made by publish/markdown/vendor/katex/subset.py. Rules: KaTeX, (c) 2013-2020 Khan
   Academy and other contributors, MIT. Fonts: parts of KaTeX's, renamed, (c) 2009-2010
   Design Science, Inc., (c) 2014-2018 Khan Academy, SIL Open Font License 1.1. Both in
   full: katex-licences.txt */
"""

LATIN = string.ascii_letters
DIGITS = string.digits
GREEK = "αβγδεϵηθλμνπρστϕφω"
TALL = "()[]{}√"

# Font file → what of it is shipped. Main is upright text, digits and operators; Math is
# the italic of variables; Size1 to Size4 are tall brackets, roots and sums.
GLYPHS = {
    "Main-Regular": LATIN
    + DIGITS
    + " \xa0!%'*+,-.:;<=>?()[]{}|/^_~–’“”±×÷ˉ˙…′ΓΔΘΣΦΩℓ"
    + "←→↦⇒∂∇∈−∗∘√∝∞∣∥∼≈≡≤≥≪≫⊙⊤⋅⋆⋮⋯⋱⟨⟩⟶\ue020",
    "Math-Italic": LATIN + GREEK,
    "AMS-Regular": "R",
    "Size1-Regular": TALL + "∑∏",
    "Size2-Regular": TALL + "∑∏",
    "Size3-Regular": TALL,
    "Size4-Regular": TALL + "⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪⎫⎬⎭⎷",
}


def shrink(font: TTFont, text: str) -> bytes:
    """The font with the glyphs of `text` alone, without hints and layout tables."""
    options = subset.Options(
        hinting=False, layout_features=[], name_IDs=[], notdef_outline=False
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def face(name: str, text: str) -> str:
    """One @font-face; its unicode-range is what the build checks formulas against."""
    family, variant = name.split("-")
    font = TTFont(HERE / "fonts" / f"KaTeX_{name}.woff2", recalcTimestamp=False)
    data = base64.b64encode(shrink(font, text)).decode()
    carried = set(font.getBestCmap() or ())
    points = ",".join(f"U+{point:X}" for point in sorted(carried))
    missing = {ord(glyph) for glyph in text} - carried
    if missing:
        raise SystemExit(f"KaTeX_{name} has no {''.join(map(chr, sorted(missing)))}")
    return (
        f"@font-face{{font-display:block;font-family:Formula_{family};"
        f"font-style:{'italic' if variant == 'Italic' else 'normal'};font-weight:400;"
        f"src:url(data:font/woff2;base64,{data}) format('woff2');"
        f"unicode-range:{points}}}\n"
    )


def main() -> None:
    rules = (HERE / "katex.min.css").read_text(encoding="utf-8")
    rules = re.sub(r"@font-face\{[^}]*\}", "", rules).strip()
    rules = rules.replace("KaTeX_", "Formula_")
    faces = "".join(face(name, text) for name, text in GLYPHS.items())
    TARGET.write_text(f"{HEADER}{faces}{rules}\n", encoding="utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
