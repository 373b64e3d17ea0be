"""The Markdown beside each page: what the page shows, and nothing around it."""

from lxml import html
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from publish.export.llms import LICENCE
from publish.pages.html_blocks import blocks_in
from tests.site.built import Site

CHROME = ("Standalone", "Link to this", "lines as above", "Where we are", "class=")


def test_the_markdown_has_code_outputs_formulas_figures_licence_and_no_chrome(
    site: Site,
) -> None:
    whole = (site.folder / "llms-full.txt").read_text("utf-8")
    listed = (site.folder / "llms.txt").read_text("utf-8")
    for page in site.project.lessons:
        place = f"{site.project.url(page)}index.md"
        text = (site.folder / place).read_text("utf-8")
        made = html.fragment_fromstring(markdown2html_mistune(text), "div")
        article = site.article(page)
        code = [pre.text_content().strip() for pre in made.iter("pre")]
        assert code == [block.text.strip() for block in blocks_in(article)], page
        said = "".join(made.xpath(".//text()[not(ancestor::pre or ancestor::code)]"))
        formulas = article.find_class("arithmatex")  # between $$ if displayed, else $
        dollars = sum(4 if formula.tag == "div" else 2 for formula in formulas)
        assert said.count("$") == dollars, page
        figures = [
            [image.get("alt") for image in part.iter("img")] for part in (made, article)
        ]
        assert figures[0] == figures[1], page
        assert text.rstrip().endswith(LICENCE)
        assert text in whole
        assert f"/{place})" in listed
        assert not [words for words in CHROME if words in said], page
