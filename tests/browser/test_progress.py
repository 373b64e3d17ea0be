"""Which lessons were read: kept in the browser alone, and forgotten on demand."""

import json
from pathlib import Path

from lxml import html
from playwright.sync_api import Page

from publish.project import Project
from tests.browser.conftest import STORED, Open, wait_until

LESSON = "text/tokens/"
NEXT = "text/embeddings/"
BUTTON = ".progress button"
MARKED = ".md-nav--primary a[data-read]"
HALF_A_MINUTE = 31_000
COUNT = "document.querySelectorAll('.md-nav--primary a[data-read]').length"
KEEP = """(read) =>
    localStorage.setItem(new URL("read", location).pathname, read)"""
# Of a page, how the line above its title begins, and what that leads to.
PLACES = {
    "causal/dropout/": (
        "Part 4 · Causal attention, lesson 2 of 3 · 20 min",
        "mask/",
    ),
    "causal/no-leak/": ("Part 4 · Causal attention, deeper: no lesson", "class/"),
    "mistakes/masks/": ("Fix · 40 min · needs Parts 1 to 5", ""),
    "glossary/": ("Reference", ""),
}


def kept(page: Page) -> list[str]:
    """What the browser keeps of it."""
    found = page.evaluate(
        "() => Object.entries(localStorage).filter(([key]) => key.endsWith('/read'))"
    )
    return json.loads(found[0][1]) if found else []


def test_a_lesson_is_marked_by_its_reader_until_the_map_forgets_it(
    visit: Open, origin: str
) -> None:
    page = visit(LESSON).page
    button, marked = page.locator(BUTTON), page.locator(MARKED)
    for presses in range(3):
        pressed = presses % 2 == 1
        assert button.get_attribute("aria-pressed") == str(pressed).lower()
        assert kept(page) == [LESSON] * pressed
        assert marked.count() == pressed
        button.focus()
        page.keyboard.press("Enter")

    page.goto(origin + NEXT)
    assert marked.count() == 1
    assert (marked.get_attribute("href") or "").endswith("tokens/")
    assert button.get_attribute("aria-pressed") == "false"

    page.goto(origin)
    tells = page.locator(".map")
    assert tells.inner_text().startswith("You have read 1 of ")
    assert tells.locator("a").inner_text() == "Embeddings"
    page.locator(".map button").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(STORED) == []
    assert "You have read 0 of " in tells.inner_text()
    assert page.locator("[data-read]").count() == 0


def test_a_lesson_counts_when_its_end_was_seen_after_a_while(visit: Open) -> None:
    page = visit("recap/sheet/", alone=True).page
    page.clock.install()
    page.reload()
    page.locator(BUTTON).scroll_into_view_if_needed()
    page.wait_for_timeout(100)
    assert kept(page) == [], "it was only scrolled through"
    page.clock.fast_forward(HALF_A_MINUTE)
    assert kept(page) == ["recap/sheet/"]

    page.goto(page.url.replace("recap/sheet/", LESSON))
    page.clock.fast_forward(HALF_A_MINUTE)
    assert kept(page) == ["recap/sheet/"], "its end was not seen"
    page.locator(BUTTON).scroll_into_view_if_needed()
    wait_until(page, f"() => {COUNT} === 2")


def test_the_start_counts_core_lessons_and_goes_on_from_the_page_read_last(
    visit: Open, project: Project
) -> None:
    core = project.core_lessons
    page = visit("").page
    tells = page.locator(".map")
    read: list[str] = []
    for lesson, following in (
        ("causal/no-leak/", "Heads side by side"),  # a deeper page
        ("causal/class/", "Heads side by side"),  # in the next part
        (project.url(core[-1]), "Tokens"),  # the first that is left
    ):
        read.append(lesson)
        page.evaluate(KEEP, json.dumps(read))
        page.reload()
        told = f"You have read {len(read) - 1} of {len(core)} core lessons"
        assert tells.inner_text().startswith(told)
        assert tells.locator("a").inner_text() == following
    for altered in ("{", '{"no": "list"}', '["nowhere/"]'):
        page.evaluate(KEEP, altered)
        page.reload()
        assert tells.inner_text().startswith("You have read 0 of "), "no harm is done"


def test_a_page_says_in_one_line_where_it_stands_and_what_it_needs(
    site_folder: Path,
) -> None:
    for address, (says, needs) in PLACES.items():
        page = (site_folder / address / "index.html").read_text("utf-8")
        [line] = html.fromstring(page).xpath("//article/p[@class='place']")
        assert line.getnext().tag == "h1", "it is above the title"
        assert line.text_content().strip().startswith(says)
        notebook = f"../../notebooks/{address}"
        links = [f"../{needs}", notebook] if needs else []
        assert line.xpath(".//a/@href") == links


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
