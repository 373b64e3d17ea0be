"""On paper: the text alone, in light colours; the sheet of the recap on one page."""

import io
import re
import unicodedata

from playwright.sync_api import Page
from pypdf import PdfReader

from tests.browser.conftest import Open
from tests.browser.pictures import LOAD_FIGURES

SHEET = "recap/sheet/"
PRINTABLE = {"A4": (186, 273), "Letter": (192, 255)}  # in millimetres, less margins
# What a reader uses on the screen, and what has no use on paper.
OF_THE_SCREEN = (
    ".md-header, .md-sidebar, .md-footer, .md-top, .md-search, "
    ".md-code__nav, .headerlink, .predict form, .block-link, .alone, .heatmap"
)


def printed(page: Page, paper: str = "A4") -> PdfReader:
    """The page as the browser prints it."""
    page.evaluate(LOAD_FIGURES)
    return PdfReader(io.BytesIO(page.pdf(format=paper)))


def test_the_sheet_fills_one_page_and_no_more(visit: Open) -> None:
    page = visit(SHEET, scheme="dark").page
    for paper, printable in PRINTABLE.items():
        (sheet,) = printed(page, paper).pages
        text = re.sub(r"\s+", " ", sheet.extract_text())
        assert "Attention on one sheet" in text
        assert "5 True" in text, "the end of the sheet is on it"
        assert "/recap/sheet/" in text
        assert beyond(page, *printable) == []


def beyond(page: Page, *millimetres: int) -> list[str]:
    """The columns of a sheet that has so much room whose text leaves them."""
    width, height = (round(side / 25.4 * 96) for side in millimetres)
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="print")
    found = page.evaluate(
        """() => [...document.querySelectorAll(".sheet > div")]
            .filter((column) => column.scrollWidth > column.clientWidth + 1)
            .map((column) => column.textContent.trim().slice(0, 60))"""
    )
    page.emulate_media(media="null")
    return found


def cut_off(page: Page) -> list[str]:
    """Code that is wider than the paper."""
    return page.evaluate(
        """() => [...document.querySelectorAll("article pre > code")]
            .filter((code) => code.scrollWidth > code.clientWidth + 1)
            .map((code) => code.textContent.slice(0, 60))"""
    )


def test_a_long_page_is_printed_to_its_end_where_edition_and_licence_stand(
    visit: Open,
) -> None:
    page = visit("self-attention/softmax/", scheme="dark").page
    assert page.locator(".imprint").is_hidden()
    pages = printed(page).pages
    assert len(pages) > 3
    text = unicodedata.normalize("NFKC", pages[-1].extract_text())  # fi is two letters
    last = re.sub(r"\s+", "", text)
    for said in ("Next:", "/self-attention/softmax/", "edition", "CCBY4.0"):
        assert said in last


def test_the_colours_of_paper_are_those_of_light_mode(visit: Open) -> None:
    page = visit("models/block/", scheme="dark").page
    page.emulate_media(media="print")
    lines = page.locator(".model > ul").evaluate(
        """(list) => ["color", "borderInlineStartColor"].map((name) =>
            getComputedStyle(list)[name])"""
    )
    assert lines == ["rgb(31, 37, 48)", "rgb(90, 51, 181)"]  # --ink and --context
    link = page.locator("article h1 ~ p a").first
    style = "(link) => getComputedStyle(link).textDecorationLine"
    assert link.evaluate(style) == "none"
