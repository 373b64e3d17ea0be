"""Search costs nothing until it is used, and then finds what the pages say."""

import gzip
from pathlib import Path

from playwright.sync_api import Page, expect

from publish.project import Project
from tests.browser.conftest import PHONE, Open, Visit
from tests.site.test_search import first_results

INDEX = "search/search_index.json"
RESULTS = ".md-search-result__item"
WORKER = "/workers/search"
MOST_BYTES = 2_700  # of each page, gzipped; all of them once, for those who search
SAMPLE = ["RoPE", "mat1 and mat2 shapes", "cuda out of memory", "why sqrt", "-inf"]


def asked(opened: Visit, what: str = INDEX) -> bool:
    return any(what in response.url for response in opened.responses)


def found(page: Page, words: str) -> list[list[str]]:
    """The addresses that a search gives, a list for each page, best first."""
    field, results = page.locator(".md-search__input"), page.locator(RESULTS)
    field.focus()
    # At once: while one types, there are results for each beginning, too.
    for text, shown in (("", False), (words, True)):
        field.evaluate(
            """(field, text) => {
                field.value = text
                field.dispatchEvent(new KeyboardEvent("keyup"))
            }""",
            text,
        )
        if shown:
            results.first.wait_for()
        else:
            expect(results).to_have_count(0)
    return results.evaluate_all(
        "(items) => items.map((item) => [...item.querySelectorAll('a')]"
        ".map((link) => link.href))"
    )


def test_search_by_keyboard_finds_a_page_and_loads_nothing_before(visit: Open) -> None:
    opened = visit("")
    opened.page.wait_for_timeout(300)
    assert not asked(opened)
    assert not asked(opened, WORKER)
    opened.page.keyboard.press("/")
    opened.page.keyboard.type("causal mask")
    # Half a query has results, too: a link carries the words that it was found by.
    found = opened.page.locator(".md-search-result__link[href*='h=causal+mask']").first
    found.wait_for()
    assert asked(opened)
    assert asked(opened, WORKER)
    found.click()
    assert "causal mask" in opened.page.locator("article").inner_text().lower()


def test_a_browser_finds_first_what_node_does_and_little_words_are_no_conditions(
    visit: Open, origin: str, site_folder: Path
) -> None:
    page = visit("").page
    for query, first in zip(SAMPLE, first_results(site_folder, SAMPLE), strict=True):
        links = [link.removeprefix(origin) for link in found(page, query)[0]]
        assert links[0].partition("?")[0] == first[0], query
        sections = [f"{first[0]}{hash_of(link)}" for link in links if hash_of(link)]
        assert not sections or sections[0] == first[1], query

    sentence = "the loss of a Model, that is not on it"
    assert found(page, sentence) == found(page, "loss model")


def hash_of(link: str) -> str:
    _, sign, anchor = link.partition("#")
    return sign + anchor if "?" in link else ""


def test_on_a_phone_it_opens_with_a_tap_and_escape_gives_the_focus_back(
    visit: Open,
) -> None:
    page = visit("").page
    link = page.locator(".doors a").first
    for keys in (["Escape"], ["ArrowDown", "Escape"]):
        link.focus()
        page.keyboard.press("/")
        page.keyboard.type("softmax")
        page.locator(".md-search-result__link").first.wait_for()
        for key in keys:
            page.keyboard.press(key)
        assert not page.locator("#__search").is_checked()
        page.wait_for_timeout(50)
        assert link.evaluate("(link) => link === document.activeElement")
    page.set_viewport_size({"width": PHONE, "height": 900})
    page.locator("label[for=__search]").first.click()
    page.locator(".md-search-result__link").first.wait_for()


def test_the_index_is_light(site_folder: Path, project: Project) -> None:
    packed = len(gzip.compress((site_folder / INDEX).read_bytes(), 6))
    assert packed < MOST_BYTES * len(project.pages)
