"""Our style sheet of formulas carries a part of KaTeX's fonts: all that pages use."""

from lxml import html

from publish.markdown.mathematics import typeset
from tests.site.built import Site
from tests.site.glyphs import glyphs_shipped, glyphs_used


def test_every_glyph_of_a_formula_is_in_the_style_sheet(site: Site) -> None:
    missing = {
        (path, *glyph)
        for path, tree in site.trees.items()
        for formula in tree.find_class("katex")
        for glyph in glyphs_used(html.tostring(formula, encoding="unicode"))
        - glyphs_shipped()
    }
    # Add it in publish/markdown/vendor/katex/subset.py, and run that file.
    assert missing == set()


def test_glyphs_are_counted_in_the_font_that_sets_them() -> None:
    used = glyphs_used(typeset(r"x \mathbb{R} \left(\frac{1}{2}\right)", True))
    assert {("Math 400 italic", "x"), ("AMS 400 normal", "R")} <= used
    assert ("Main 400 normal", "1") in used


def test_a_glyph_that_no_page_uses_is_missed() -> None:
    assert ("Fraktur 400 normal", "g") in glyphs_used(typeset(r"\mathfrak{g}", False))
    assert ("Fraktur 400 normal", "g") not in glyphs_shipped()
