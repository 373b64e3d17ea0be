"""Which lessons were read: kept in the browser alone, and forgotten on demand."""

import json

import pytest
from playwright.sync_api import Page

from publish.guards.lessons import kind
from publish.project import Project
from tests.browser.conftest import STORED, Open, Visit, wait_until

LESSON = "text/tokens/"
NEXT = "text/embeddings/"
BUTTON = ".progress button"
MARKED = ".md-nav--primary a[data-read]"
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
    assert tells.locator("a").inner_text() == "Embeddings"
    assert page.locator("article li > a[data-read]").all_inner_texts() == ["Tokens"]
    page.locator(".map button").focus()
    page.keyboard.press("Enter")
    assert kept(page) == []
    assert keys(page) == set()
    assert "You have read 0 of " in tells.inner_text()
    assert page.locator("[data-read]").count() == 0
    assert tells.evaluate("(map) => document.activeElement === map")
    tells.locator("a").click()
    assert page.url == origin + "primer/"


def test_the_start_goes_on_from_the_page_read_last(
    visit: Open, origin: str, project: Project
) -> None:
    opened = visit("causal/dropout/")
    tells = opened.page.locator(".map")
    steps = [
        ("causal/dropout/", "A class for causal attention"),  # came from a search
        ("causal/class/", "Heads side by side"),  # in the next part
        ("text/tokens/", "Embeddings"),
        ("text/embeddings/", "Batches"),  # what is between is deeper
    ]
    for lesson, then in steps:
        page = go(opened, origin, lesson)
        page.locator(BUTTON).click()
        page = go(opened, origin, "")
        assert tells.locator("a").inner_text() == then
    last = [name for name in project.lessons if kind(project, name) == "core"][-1]
    page = go(opened, origin, project.url(last))
    page.locator(BUTTON).click()
    page = go(opened, origin, "")
    assert tells.locator("a").inner_text() == "Batches", "the first that is left"


def test_the_map_counts_core_lessons_as_the_course_does(
    visit: Open, origin: str, project: Project
) -> None:
    core = [name for name in project.lessons if kind(project, name) == "core"]
    opened = visit("causal/no-leak/")
    opened.page.locator(BUTTON).click()  # a deeper page
    page = go(opened, origin, "")
    said = page.locator(".map").inner_text()
    assert said.startswith(f"You have read 0 of {len(core)} core lessons. Go on with ")


@pytest.mark.parametrize(
    ("lesson", "says", "needs"),
    [
        (
            "causal/dropout/",
            "Part 4 · Causal attention, lesson 2 of 3 · 20 min",
            "mask/",
        ),
        ("causal/no-leak/", "Part 4 · Causal attention, deeper: no lesson", "mask/"),
        ("text/tokens/", "Part 1 · From text to vectors, lesson 1 of 3", "primer/"),
        ("mistakes/masks/", "Fix · 40 min · needs Parts 1 to 5", ""),
        ("practice/causal/", "Practise · 15 min · needs Part 4", ""),
        ("glossary/", "Reference", ""),
        ("playground/", "Playground", ""),
    ],
)
def test_a_page_says_in_one_line_where_it_stands_and_what_it_needs(
    visit: Open, lesson: str, says: str, needs: str
) -> None:
    for page in (visit(lesson, javascript=False).page, visit(lesson).page):
        line = page.locator("article > .place")
        assert line.inner_text().startswith(says)
        assert line.locator("a").count() == bool(needs)
        if needs:
            assert (line.locator("a").get_attribute("href") or "").endswith(needs)
        above = line.bounding_box(), page.locator("h1").bounding_box()
        assert above[0]
        assert above[1]
        assert above[0]["y"] < above[1]["y"]


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


def test_a_page_that_is_opened_leaves_nothing_in_the_browser(loaded: Visit) -> None:
    assert loaded.stored == []
