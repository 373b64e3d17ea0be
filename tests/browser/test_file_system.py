"""The site opened from the file system: links, search and questions work there too."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.conftest import new_tab

PAGE = "self-attention/without-weights/index.html"


def test_links_search_and_what_a_page_has_are_there(
    browser: Browser, site_folder: Path
) -> None:
    tab = new_tab(browser, site_folder.as_uri())
    page = tab.page
    page.goto((site_folder / PAGE).as_uri())
    assert page.locator(".katex").count() > 0
    assert page.locator(".predict form").count() > 0
    page.locator(".progress button").click()
    assert page.locator(".md-nav--primary a[data-read]").count() == 1
    page.locator("article a", has_text="Softmax").last.click()
    page.wait_for_url("**/self-attention/softmax/index.html")
    page.keyboard.press(",")  # the theme's key for the page before
    page.wait_for_url(f"**/{PAGE}")
    page.locator(".md-logo").first.click()
    page.wait_for_url((site_folder / "index.html").as_uri())

    page.keyboard.press("/")
    page.keyboard.type("causal mask")
    page.locator(".md-search-result__link", has_text="The causal mask").first.click()
    page.wait_for_url("**/causal/mask/index.html*")
    page.context.close()
    assert tab.problems == []
