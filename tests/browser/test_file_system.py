"""The site opened from the file system: links, search and questions work there too."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import new_tab

PAGE = "self-attention/without-weights/index.html"


@pytest.fixture
def page(browser: Browser, site_folder: Path) -> Iterator[Page]:
    """A page of the site as a file; nothing may go wrong on it."""
    tab = new_tab(browser, site_folder.as_uri())
    tab.page.goto((site_folder / PAGE).as_uri())
    yield tab.page
    tab.page.context.close()
    assert tab.problems == []


def test_links_lead_to_pages_and_what_a_page_has_is_there(
    page: Page, site_folder: Path
) -> None:
    assert page.locator(".katex").count() > 0
    assert page.locator(".predict form").count() > 0
    assert page.evaluate(
        "[...document.images].every((image) => image.complete || image.loading)"
    )
    page.locator(".progress button").click()
    assert page.locator(".md-nav--primary a[data-read]").count() == 1
    page.locator("article a", has_text="Softmax").last.click()
    page.wait_for_url("**/self-attention/softmax/index.html")
    page.keyboard.press(",")  # the theme's key for the page before
    page.wait_for_url(f"**/{PAGE}")
    page.locator(".md-logo").first.click()
    page.wait_for_url((site_folder / "index.html").as_uri())


def test_search_finds_and_opens_a_page(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("causal mask")
    page.locator(".md-search-result__link").first.wait_for()
    page.locator(".md-search-result__link", has_text="The causal mask").first.click()
    page.wait_for_url("**/causal/mask/index.html*")
