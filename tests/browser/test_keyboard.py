"""Pages walked by keyboard alone, as who has no pointer walks them.

On each page the Tab key is pressed till the end. A listener in the page
(`test_keyboard.js`) looks, at each key, at what has the focus. A few pages are walked;
the whole course, at night.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, Open
from tests.browser.figures import start_all
from tests.browser.kinds import PAGES, once

LESSON = "self-attention/without-weights/"
# A text, a lesson, figures that move, definitions.
WALKED = ("", LESSON, "playground/", "reference/text/")
LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
ENDED = "() => (walk.look(), walk.reached.has(walk.end))"
AT_ONCE, MOST = 10, 2000  # keys; behind the end, they do nothing


def walked(page: Page, *, whole: bool) -> list[str]:
    """Goes through a page, or its text, with the Tab key; what is wrong with that."""
    start_all(page)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(LOOK)
    page.keyboard.press("Tab")
    if not whole:
        page.keyboard.press("Enter")  # on the link that skips what is around the text
    for _ in range(MOST // AT_ONCE):
        for _ in range(AT_ONCE):
            page.keyboard.press("Tab")
        if page.evaluate(ENDED):
            left_out = page.evaluate("walk.leftOut()")
            return [*page.evaluate("walk.problems"), *left_out]
    where = page.evaluate("document.activeElement.outerHTML.slice(0, 130)")
    return [f"the Tab key does not come to the end: {where}"]


@pytest.mark.slow
@pytest.mark.parametrize("address", once(WALKED, PAGES))
def test_a_page_is_walked_by_keyboard_to_its_end_and_on(
    visit: Open, address: str
) -> None:
    page = visit(address).page
    # What is around the text is the same on all pages.
    assert walked(page, whole=address == LESSON) == []
    for following in PAGES[PAGES.index(address) + 1 :][:1]:
        page.keyboard.press("Enter")  # on the link that was reached last
        page.wait_for_url(f"**/{following}")


@pytest.mark.slow
def test_on_a_phone_what_the_closed_drawer_holds_is_not_reached(visit: Open) -> None:
    page = visit(LESSON, width=PHONE).page
    assert walked(page, whole=True) == []


def test_the_header_hides_nothing_from_who_walks_back(visit: Open) -> None:
    page = visit(LESSON).page
    page.evaluate(LOOK)
    page.locator(".md-footer__link--next").focus()
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
    assert page.evaluate("walk.reached.size") > 50
    assert page.evaluate("walk.problems") == []


def test_what_is_wrong_with_a_walk_is_seen(visit: Open) -> None:
    page = visit(LESSON).page
    page.evaluate(
        """() => {
            const [skipped, blind] = document.querySelectorAll("article h1 ~ p a")
            skipped.tabIndex = -1
            blind.style.outline = "none"
        }"""
    )
    assert [line[:9] for line in walked(page, whole=False)] == [
        "focus doe",
        '<a href="',
    ]


def active(page: Page) -> str:
    """What is said of what has the focus."""
    return page.evaluate(
        "(document.activeElement.ariaLabel || document.activeElement.innerText).trim()"
    )


def test_on_a_phone_the_pages_are_found_by_keyboard(visit: Open, origin: str) -> None:
    page = visit(LESSON, width=PHONE).page
    keys, opened = page.keyboard, page.locator("#__drawer")
    menu = page.get_by_role("button", name="Pages of the course")
    menu.focus()
    keys.press("Enter")
    assert active(page) == "2 · Self-attention"
    keys.press("Shift+Tab")
    keys.press("Shift+Tab")
    assert not opened.is_checked(), "who leaves the drawer has closed it"

    menu.click()
    assert opened.is_checked()
    keys.press("Escape")
    assert not opened.is_checked()
    assert active(page) == "Pages of the course"
    page.locator(".md-sidebar--primary").wait_for(state="hidden")

    keys.press("Enter")
    keys.press("Space")  # back to the parts
    page.locator(".md-sidebar a", has_text="Why attention").wait_for(state="hidden")
    keys.press("Tab")
    keys.press("Enter")
    assert active(page) == "3 · Order"
    keys.press("Tab")
    keys.press("Enter")
    page.wait_for_url(origin + "order/learned/")


def test_buttons_and_links_of_a_block_say_which(visit: Open) -> None:
    tree = visit(LESSON).page.locator("article").aria_snapshot()
    for name in (
        'heading "Compare, share, mix"',
        'link "Link to “Compare, share, mix”"',
        'button "Copy to clipboard: one-score"',
        'link "Link to this block: one-score"',
    ):
        assert name in tree


def test_keys_of_a_single_sign_can_be_turned_off(visit: Open) -> None:
    page = visit("using/").page
    box, field = page.locator(".keys input"), page.locator("[name=query]")
    box.press("Space")
    page.reload()
    box.wait_for()
    assert not box.is_checked()
    page.keyboard.press("/")
    assert not field.evaluate("(field) => field === document.activeElement")
    field.press_sequentially("a.b")
    assert field.input_value() == "a.b"

    page.wait_for_function("document.getElementById('__search').checked")
    page.keyboard.press("Escape")  # closes what the script has opened by now
    box.press("Space")
    here = page.url
    page.locator("article h1").click()
    with page.expect_navigation():
        page.keyboard.press(".")
    assert page.url != here
