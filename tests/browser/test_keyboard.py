"""Pages walked by keyboard alone, as who has no pointer walks them.

On each page the Tab key is held down till the end. A listener in the page
(`test_keyboard.js`) looks, at each key, at what has the focus; nobody waits for a key
before pressing the next one. There are seven thousand of them in the course, and one
after the other they would take minutes, most of them to paint pages that nobody sees.
So the walk has an asynchronous browser, in a thread of its own: that of the other tests
runs one thing at a time. A page of each kind is walked; the whole course, at night.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright import async_api
from playwright.sync_api import Page

from publish.project import Project
from tests.browser.conftest import DESKTOP, PHONE, Open, how_to_launch
from tests.browser.kinds import OF_EACH_KIND

# Of boxes for a choice one is reached, so a few keys less will do; the rest one by one.
FEWER, MORE = 5, 50
LESSON = "self-attention/without-weights/"

LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
# The link that skips what is around the text leads to the title, behind the page's own
# buttons and the line that says where it stands.
WHOLE, TEXT = "body", "article > :not(.place), .md-footer"
# Figures keep their room: what is not drawn takes no time.
PLAIN = "--blink-settings=imagesEnabled=false"
FIRST_TAB = "() => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))"
ENDED = "() => (walk.look(), walk.reached.has(walk.end))"


async def hold(page: async_api.Page, key: str, times: int) -> None:
    await asyncio.gather(*(page.keyboard.down(key) for _ in range(times)))
    await page.keyboard.up(key)


async def walked(page: async_api.Page, within: str = TEXT) -> list[str]:
    """Goes through a page with the Tab key; what is wrong with that."""
    # A figure comes at the first Tab; nobody is at it as soon as this walk would be.
    await page.evaluate(FIRST_TAB)
    for figure in await page.locator(".drag").all():
        await figure.scroll_into_view_if_needed()
        await page.locator(".drag[data-ready]").and_(figure).wait_for()
    await page.evaluate("scrollTo(0, 0)")
    expected = await page.evaluate(LOOK, within)
    await page.keyboard.press("Tab")
    if within == TEXT:
        await page.keyboard.press("Enter")
    await hold(page, "Tab", expected - FEWER)
    for _ in range(MORE):
        if await page.evaluate(ENDED):
            return await page.evaluate("walk.report()")
        await page.keyboard.press("Tab")
    where = await page.evaluate("document.activeElement.outerHTML.slice(0, 130)")
    return [f"the Tab key does not come to the end: {where}"]


async def course(page: async_api.Page, origin: str, project: Project) -> list[str]:
    """The whole course, from the landing page on."""
    pages = [project.url(each) for each in project.pages]
    found: list[str] = []
    await page.goto(origin)
    for place, address in enumerate(pages):
        await page.wait_for_url(origin + address)
        # What is around the text is the same on all pages.
        problems = await walked(page, WHOLE if place in (0, 9) else TEXT)
        found += [f"{address or 'the start'}: {problem}" for problem in problems]
        if place + 1 < len(pages):
            # The link that was reached last leads on, and there is a key for it, too.
            await page.keyboard.press("." if place % 2 else "Enter")
    return found


async def of_each_kind(
    page: async_api.Page, origin: str, project: Project
) -> list[str]:
    """A page of each kind; on a phone, what the closed drawer holds is not reached."""
    found: list[str] = []
    places = [(address, TEXT, DESKTOP) for address in OF_EACH_KIND]
    for address, within, width in (*places, (LESSON, WHOLE, PHONE)):
        await page.set_viewport_size({"width": width, "height": 900})
        await page.goto(origin + address)
        problems = await walked(page, within)
        found += [f"{address or 'the start'}: {problem}" for problem in problems]
    return found


async def back(page: async_api.Page, origin: str, project: Project) -> list[str]:
    """From the end of a long page to its beginning, by Shift and Tab."""
    await page.goto(origin + "causal/mask/")
    expected = await page.evaluate(LOOK, TEXT)
    await page.locator(".md-footer__link--next").focus()
    await page.keyboard.down("Shift")
    await hold(page, "Tab", expected - FEWER)
    await page.keyboard.up("Shift")
    assert await page.evaluate("walk.reached.size") > expected - 2 * FEWER
    return await page.evaluate("walk.problems")


Walk = Callable[[async_api.Page, str, Project], Coroutine[Any, Any, list[str]]]


def alone(origin: str, project: Project, *walks: Walk) -> list[str]:
    """Takes walks in a browser of their own; what is wrong on the way."""

    async def take() -> list[str]:
        with how_to_launch(PLAIN) as options:
            async with async_api.async_playwright() as playwright:
                browser = await playwright.chromium.launch(**options)
                size = {"width": DESKTOP, "height": 900}
                page = await browser.new_page(viewport=size)
                return [
                    each for walk in walks for each in await walk(page, origin, project)
                ]

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(take())).result()


@pytest.mark.nightly
def test_the_course_is_walked_by_keyboard_alone(project: Project, origin: str) -> None:
    assert alone(origin, project, course) == []


@pytest.mark.slow
def test_pages_are_walked_by_keyboard_to_their_end_and_back(
    project: Project, origin: str
) -> None:
    assert alone(origin, project, back, of_each_kind) == []


def active(page: Page) -> str:
    """What is said of what has the focus."""
    return page.evaluate(
        "(document.activeElement.ariaLabel || document.activeElement.innerText).trim()"
    )


def test_on_a_phone_the_pages_are_found_by_keyboard(visit: Open, origin: str) -> None:
    page = visit(LESSON, width=PHONE).page
    keys, opened = page.keyboard, page.locator("#__drawer")
    for _ in range(2):
        keys.press("Tab")
    assert active(page) == "Pages of the course"
    keys.press("Enter")
    assert active(page) == "2 · Self-attention"
    keys.press("Shift+Tab")
    keys.press("Shift+Tab")
    assert not opened.is_checked(), "who leaves the drawer has closed it"

    menu = page.get_by_role("button", name="Pages of the course")
    for way in (menu.click, lambda: opened.evaluate("(box) => box.click()")):
        menu.wait_for()
        way()
        assert opened.is_checked()
        keys.press("Escape")
        assert not opened.is_checked()
        assert active(page) == "Pages of the course"
    page.locator(".md-sidebar--primary").wait_for(state="hidden")

    keys.press("Enter")
    assert active(page) == "2 · Self-attention"
    keys.press("Space")  # back to the parts
    assert active(page) == "2 · Self-attention"
    page.locator(".md-sidebar a", has_text="Why attention").wait_for(state="hidden")
    keys.press("Tab")
    keys.press("Enter")
    assert active(page) == "3 · Order"
    keys.press("Tab")
    assert active(page).startswith("Learned positions")
    keys.press("Enter")
    page.wait_for_url(origin + "order/learned/")


def test_buttons_and_links_of_a_block_say_which(visit: Open) -> None:
    opened = visit(LESSON)
    foot = opened.page.locator(".foot:has([href='#code-one-score'])")
    label = foot.locator("summary").get_attribute("aria-label") or ""
    assert label.endswith("hecked: one-score")
    foot.locator("summary").click()
    tree = opened.page.locator("article").aria_snapshot()
    for name in (
        'heading "Compare, share, mix"',
        'link "Link to “Compare, share, mix”"',
        'button "Copy to clipboard: one-score"',
        'link "Link to this: one-score"',
        'button "Heatmap: all-scores"',
    ):
        assert name in tree
    assert "navigation" not in tree


def test_keys_of_a_single_sign_can_be_turned_off(visit: Open) -> None:
    page = visit("using/").page
    box = page.get_by_role("checkbox", name="Keys of a single sign")
    box.focus()
    page.keyboard.press("Space")
    assert not box.is_checked()
    page.reload()
    box.wait_for()
    assert not box.is_checked()
    page.keyboard.press("/")
    assert not page.locator("[name=query]").evaluate(
        "(e) => e === document.activeElement"
    )
    page.locator("[name=query]").focus()
    page.keyboard.type("a.b")
    assert page.locator("[name=query]").input_value() == "a.b"

    page.keyboard.press("Escape")
    box.focus()
    page.keyboard.press("Space")
    here = page.url
    page.locator("article h1").click()
    with page.expect_navigation():
        page.keyboard.press(".")
    assert page.url != here
