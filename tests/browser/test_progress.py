"""Which lessons were read: kept in the browser alone, and forgotten on demand."""

import json

from playwright.sync_api import Page

from tests.browser.conftest import STORED, Open, Visit, wait_until

LESSON = "text/tokens/"
NEXT = "text/embeddings/"
BUTTON = ".progress button"
MARKED = ".md-nav--primary a[data-read]"
COLOURS = {".__palette"}  # the theme's
HALF_A_MINUTE = 31_000


def kept(page: Page) -> list[str]:
    """What the browser keeps of it."""
    found = page.evaluate(
        "() => Object.entries(localStorage).filter(([key]) => key.endsWith('/read'))"
    )
    return json.loads(found[0][1]) if found else []


def keys(page: Page) -> set[str]:
    """The names of all that the browser keeps, in either of its stores."""
    return {key.rpartition("/")[2] for key in page.evaluate(STORED)}


def go(opened: Visit, origin: str, address: str) -> Page:
    opened.page.goto(origin + address)
    return opened.page


def test_a_lesson_is_marked_by_its_reader_and_the_mark_stays(
    visit: Open, origin: str
) -> None:
    opened = visit(LESSON)
    button = opened.page.locator(BUTTON)
    assert button.get_attribute("aria-pressed") == "false"
    button.focus()
    opened.page.keyboard.press("Enter")
    assert button.get_attribute("aria-pressed") == "true"
    assert kept(opened.page) == [LESSON]

    page = go(opened, origin, NEXT)
    assert page.locator(MARKED).count() == 1
    assert (page.locator(MARKED).get_attribute("href") or "").endswith("tokens/")
    assert page.locator(BUTTON).get_attribute("aria-pressed") == "false"

    page = go(opened, origin, LESSON)
    page.locator(BUTTON).click()
    assert kept(page) == []
    assert page.locator(MARKED).count() == 0


def test_a_lesson_counts_when_its_end_was_seen_after_a_while(visit: Open) -> None:
    page = visit("recap/sheet/", alone=True).page
    page.clock.install()
    page.reload()
    page.locator(BUTTON).scroll_into_view_if_needed()
    page.wait_for_timeout(100)
    assert kept(page) == [], "it was only scrolled through"
    page.clock.fast_forward(HALF_A_MINUTE)
    assert kept(page) == ["recap/sheet/"]


def test_a_lesson_does_not_count_while_its_end_was_not_seen(visit: Open) -> None:
    page = visit(LESSON, alone=True).page
    page.clock.install()
    page.reload()
    page.clock.fast_forward(HALF_A_MINUTE)
    assert kept(page) == []
    page.locator(BUTTON).scroll_into_view_if_needed()
    wait_until(page, "() => document.querySelector('.md-nav a[data-read]')")
    assert kept(page) == [LESSON]


def test_the_map_says_how_far_one_is_and_forgets_it(visit: Open, origin: str) -> None:
    opened = visit(LESSON)
    opened.page.locator(BUTTON).click()
    page = go(opened, origin, "")
    tells = page.locator(".map")
    assert tells.inner_text().startswith("You have read 1 of ")
    assert tells.locator("a").inner_text() == "Before you start"
    assert page.locator("article li > a[data-read]").all_inner_texts() == ["Tokens"]
    page.locator(".map button").focus()
    page.keyboard.press("Enter")
    assert kept(page) == []
    assert keys(page) == COLOURS
    assert "You have read 0 of " in tells.inner_text()
    assert page.locator("[data-read]").count() == 0
    assert tells.evaluate("(map) => document.activeElement === map")
    tells.locator("a").click()
    assert page.url == origin + "primer/"


def test_every_lesson_can_be_marked_and_nothing_else(seen: Visit) -> None:
    page = seen.page
    lessons = page.locator(".md-nav--primary a.md-nav__link:has(small)")
    here = [
        link
        for link in lessons.evaluate_all("(links) => links.map((link) => link.href)")
        if link == page.url
    ]
    assert page.locator(f"{BUTTON} >> visible=true").count() == len(here)


def test_what_somebody_altered_does_no_harm(visit: Open, origin: str) -> None:
    for value in ("{", '{"no": "list"}', "null", '["nowhere/"]', "7"):
        opened = visit(LESSON)
        page = opened.page
        key = page.evaluate("new URL('../../read', location).pathname")
        page.evaluate(
            "([key, value]) => localStorage.setItem(key, value)", [key, value]
        )
        page = go(opened, origin, "")
        assert page.locator(".map").inner_text().startswith("You have read 0 of ")


def test_without_a_memory_the_page_is_whole(visit: Open) -> None:
    opened = visit("", alone=True)
    opened.page.add_init_script(
        """Object.defineProperty(Storage.prototype, "setItem", { value() {
            throw new DOMException("full", "QuotaExceededError")
        } })"""
    )
    opened.page.goto(opened.page.url + LESSON)
    opened.page.locator(BUTTON).click()
    assert opened.page.locator(BUTTON).get_attribute("aria-pressed") == "true"


def test_without_scripts_nothing_is_promised(visit: Open) -> None:
    page = visit("", javascript=False).page
    assert page.locator(".map").is_hidden()
    page = visit(LESSON, javascript=False).page
    assert page.locator(BUTTON).is_hidden()


def test_no_page_sets_a_cookie(loaded: Visit) -> None:
    assert {key.rpartition("/")[2] for key in loaded.stored} <= COLOURS
