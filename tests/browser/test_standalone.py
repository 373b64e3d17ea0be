"""A block written out without the package: its link copies it, or gives the file."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Open

PAGE, FILE = "causal/class/", "standalone/causal/class/two-sentences.py"
NAME = "Copy standalone: two-sentences"


def offered(page: Page, name: str) -> Locator:
    """The link to a block's notebook, in its menu, which is opened first."""
    idea = name.rpartition(" ")[2]
    link = page.get_by_role("link", name=name)
    page.locator(f'summary[aria-label$=": {idea}"]').evaluate(
        """(summary) => {
            const around = (element) => element?.closest("details")
            for (let at = around(summary); at; at = around(at.parentElement))
                at.open = true
        }"""
    )
    return link


def text(site_folder: Path) -> str:
    return (site_folder / FILE).read_text("utf-8")


def test_the_link_copies_the_block_and_fetches_it_only_then(
    visit: Open, site_folder: Path
) -> None:
    opened = visit(PAGE)
    page = opened.page
    assert not any("/standalone/" in r.url for r in opened.responses)
    link = page.get_by_role("link", name=NAME)
    link.focus()
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("Copied", exact=True).wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == text(site_folder)
    assert link.evaluate("(element) => element === document.activeElement")
    assert [
        r.url.endswith(FILE) for r in opened.responses if "/standalone/" in r.url
    ] == [True]


def test_where_it_cannot_be_copied_it_is_downloaded(
    visit: Open, site_folder: Path
) -> None:
    page = visit(PAGE).page
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(Error()) }")
    with page.expect_download() as download:
        page.get_by_role("link", name=NAME).click()
    assert Path(download.value.path()).read_text("utf-8") == text(site_folder)


def test_without_scripts_it_is_a_file(visit: Open, site_folder: Path) -> None:
    page = visit(PAGE, javascript=False).page
    with page.expect_download() as download:
        page.get_by_role("link", name=NAME).click()
    assert download.value.suggested_filename == "two-sentences.py"
    assert Path(download.value.path()).read_text("utf-8") == text(site_folder)


@pytest.mark.parametrize("width", [360, 1280])
def test_it_is_in_sight_above_the_code_and_beside_the_copy_button(
    visit: Open, width: int
) -> None:
    page = visit(PAGE, width=width).page
    for link in page.locator(".snippet > .alone:visible").all():
        link.click(trial=True)  # nothing lies above it
        block = link.locator("..")
        block.locator(".md-code__button").wait_for()
        parts = (link, block.locator("code").first, block.locator(".md-code__button"))
        own, code, button = (part.bounding_box() or {} for part in parts)
        assert own["height"] >= 24
        assert own["y"] + own["height"] <= code["y"] + 1
        assert abs(own["y"] - button["y"]) < 6
        text_ends = own["x"] + own["width"] - 2.2 * 20
        assert text_ends < button["x"] < width


def test_a_class_is_downloaded_under_a_name_that_can_be_imported(visit: Open) -> None:
    page = visit("recap/just-the-code/").page
    with page.expect_download() as download:
        page.get_by_role("link", name="Download causal_attention.py").click()
    assert download.value.suggested_filename == "causal_attention.py"


def test_a_block_that_would_be_too_long_offers_the_notebook(visit: Open) -> None:
    page = visit("recap/one-page/").page
    link = offered(page, "Notebook: road")
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "one-page.ipynb"
