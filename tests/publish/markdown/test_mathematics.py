"""Formulas are typeset when the site is built, or the build stops and says why."""

import re
from pathlib import Path

import pytest
from lxml import html
from markdown import Markdown

from publish.markdown.mathematics import (
    CONCEPTS,
    FormulaError,
    portable,
    typeset,
    typeset_all,
)
from publish.project import Project

ROOT = Path(__file__).parents[3]
KATEX = ROOT / "publish" / "markdown" / "vendor" / "katex"


@pytest.fixture
def md(project: Project) -> Markdown:
    """Markdown with the site's own settings for formulas."""
    names = ["attr_list", "tables", "md_in_html", "toc", "pymdownx.arithmatex"]
    return Markdown(
        extensions=[*names, "publish.markdown.mathematics"],
        extension_configs={
            name: project.config.mdx_configs.get(name, {}) for name in names
        },
    )


def convert(md: Markdown, text: str) -> html.HtmlElement:
    """The text as it is when the page that it is on was built."""
    root = html.fragment_fromstring(md.reset().convert(text), create_parent="div")
    typeset_all(root, "part/page.md")
    return root


def test_a_formula_is_read_aloud_as_mathml_and_reached_by_keyboard_where_it_scrolls(
    md: Markdown,
) -> None:
    page = convert(md, "Text\n\n\\[\na < b\n\\]\n\nText")
    (formula,) = page.findall(".//div[@class='arithmatex']")
    assert formula.get("tabindex") == "0"
    assert (formula.get("role"), formula.get("aria-label")) == ("group", "Formula")
    assert formula.find(".//annotation").text == "a < b"
    assert formula.find(".//math").get("display") == "block"
    (drawn,) = formula.findall(".//span[@class='katex-html']")
    assert drawn.get("aria-hidden") == "true"


def test_no_line_ends_between_a_formula_and_the_signs_beside_it(md: Markdown) -> None:
    for text, held in (
        (r"so (\(a\)), as", [("(", "),")]),
        (r"**so** “\(a\)” as", [("“", "”")]),
        (r"so \(a\), \(b\).", [("", ","), ("", ".")]),
        (r"so \(a\) as", []),
    ):
        page = convert(md, text)
        found = [(e.text or "", e[0].tail) for e in page.find_class("held")]
        assert found == held
        for formula in page.find_class("katex"):
            formula.drop_tree()
        said = re.sub(r"\\\(.\\\)|\*", "", text)
        assert page.text_content().strip() == said


def test_a_macro_gives_a_class_and_latex_that_is_copied_has_none_of_ours() -> None:
    for concept in CONCEPTS:
        root = html.fromstring(typeset(rf"a + \{concept}{{q_2}}", False))
        (coloured,) = root.xpath(f"//span[contains(@class, '{concept}')]")
        assert coloured.text_content().replace("\u200b", "") == "q2"
        assert root.find(".//annotation").text == "a + {q_2}"
    tex = r"\query{q_2} \cdot \key{k_j} = \keys{a} \score"
    assert portable(tex) == r"{q_2} \cdot {k_j} = \keys{a} \score"


@pytest.mark.parametrize(
    ("tex", "words"),
    [
        (r"\frac{a}", "KaTeX parse error"),
        (r"\href{https://example.org}{a}", r"\href is not allowed"),
        ("é", "unicodeTextInMathMode"),
    ],
)
def test_an_error_stops_the_build_and_shows_the_formula(
    md: Markdown, tex: str, words: str
) -> None:
    for text in (rf"Text \({tex}\) text", f"\\[\n{tex}\n\\]"):
        with pytest.raises(FormulaError) as caught:
            convert(md, text)
        assert str(caught.value).startswith(f"part/page.md: formula {tex!r}: ")
        assert words in str(caught.value)


def test_a_heading_with_a_formula_is_refused(md: Markdown) -> None:
    with pytest.raises(FormulaError, match=r"'x_2': write a heading in plain text"):
        convert(md, r"## The vector \(x_2\)")


def test_the_style_sheet_is_made_of_the_vendored_one_and_names_its_licences() -> None:
    made = (ROOT / "docs" / "assets" / "katex.css").read_text(encoding="utf-8")
    rules = re.sub(
        r"@font-face\{[^}]*\}",
        "",
        (KATEX / "katex.min.css").read_text(encoding="utf-8"),
    )
    rules = rules.strip().replace("KaTeX_", "Formula_")
    assert made.endswith(rules + "\n"), "run publish/markdown/vendor/katex/subset.py"
    assert not re.search(r"url\((?!data:)", made), "fonts are inside, not fetched"
    # The licence of the fonts keeps their names for the whole fonts.
    assert "KaTeX_" not in made
    assert "katex-licences.txt" in made
    licences = (ROOT / "docs/assets/katex-licences.txt").read_text(encoding="utf-8")
    for path in (KATEX / "LICENSE", KATEX / "fonts" / "LICENSE"):
        assert path.read_text(encoding="utf-8").strip() in licences
