"""Search costs nothing until it is used, and then finds what the pages say."""

from tests.browser.conftest import Open, Visit

INDEX = "search/search_index.json"


def asked(opened: Visit) -> bool:
    return any(response.url.endswith(INDEX) for response in opened.responses)


def test_the_index_is_not_loaded_with_a_page(visit: Open) -> None:
    opened = visit("")
    opened.page.wait_for_timeout(300)
    assert not asked(opened)


def test_search_by_keyboard_finds_a_page(visit: Open) -> None:
    opened = visit("")
    opened.page.keyboard.press("/")
    opened.page.keyboard.type("context vector")
    found = opened.page.locator(".md-search-result__link").first
    found.wait_for()
    assert asked(opened)
    found.click()
    assert "context vector" in opened.page.locator("article").inner_text().lower()


def test_search_on_a_phone_opens_with_a_tap(visit: Open) -> None:
    opened = visit("", width=360)
    opened.page.locator("label[for=__search]").first.click()
    opened.page.keyboard.type("softmax")
    opened.page.locator(".md-search-result__link").first.wait_for()
