"""Tabs for what a reader wants to do; of their parts, that of the page is unfolded."""

from playwright.sync_api import Page

from publish.project import Project
from tests.browser.conftest import ROOT, Open

LESSON = "causal/dropout/"
COLOURS = "Colours: as the system has them"


def sidebar(page: Page) -> list[str]:
    """The titles of the pages that the navigation shows."""
    shown = page.locator(".md-sidebar--primary a.md-nav__link >> visible=true")
    return [title.splitlines()[0] for title in shown.all_inner_texts()]


def named(page: Page) -> str:
    """What a reader is told of what has the focus."""
    return page.evaluate(
        "(({ ariaLabel, title, innerText }) =>"
        " ariaLabel || title || innerText.trim())(document.activeElement)"
    )


def stops_before_the_text(page: Page) -> list[str]:
    """What the Tab key reaches before it comes to the article."""
    found: list[str] = []
    page.keyboard.press("Tab")
    while not page.evaluate("Boolean(document.activeElement.closest('article'))"):
        found.append(named(page))
        page.keyboard.press("Tab")
    return found


def test_the_part_that_one_is_in_is_unfolded_and_another_opens_and_closes(
    visit: Open,
) -> None:
    page = visit(LESSON).page
    (inside,) = (
        pages for _, pages in Project(ROOT).parts if "causal/dropout.md" in pages
    )
    assert len(sidebar(page)) == len(["Start", "Before you start", *inside])
    assert "Dropout" in sidebar(page)
    stuck = page.locator(".md-sidebar *").evaluate_all(
        "(all) => all.filter((one) => getComputedStyle(one).position === 'sticky'"
        " && one.checkVisibility()).map((one) => one.textContent.trim())"
    )
    assert stuck == [], "a title would hide half of a line"

    part = page.get_by_role("button", name="2 · Self-attention")
    first = page.locator(".md-nav a", has_text="Why attention")
    assert part.get_attribute("aria-expanded") == "false"
    assert not first.is_visible()
    part.click()
    assert part.get_attribute("aria-expanded") == "true"
    first.wait_for()
    part.focus()
    page.keyboard.press("Tab")
    assert first.evaluate("(link) => link === document.activeElement")
    part.focus()
    page.keyboard.press("Space")
    first.wait_for(state="hidden")
    page.keyboard.press("Enter")
    first.wait_for()


def test_by_keyboard_a_list_of_links_is_one_stop(visit: Open) -> None:
    page = visit(LESSON, index=False).page
    stops = stops_before_the_text(page)
    here = page.locator("[aria-current]").inner_text()
    buttons = page.locator(".md-nav--primary button:visible")
    parts = buttons.all_inner_texts()
    opened = [each.get_attribute("aria-expanded") for each in buttons.all()]
    inside = opened.index("true")
    assert stops[:4] == ["Skip to content", COLOURS, "Search", "Go to repository"]
    assert stops[4:10] == page.locator(".md-tabs a").all_inner_texts()
    assert stops[10:-1] == ["Start", *parts[: inside + 1], here, *parts[inside + 1 :]]
    assert stops[-1] == page.locator(".md-sidebar--secondary a").first.inner_text()


def test_the_arrow_keys_walk_along_a_list_of_links(visit: Open) -> None:
    page = visit(LESSON).page
    lists = {
        "Dropout": page.locator(".md-nav--primary [aria-current]"),
        "Draw a mask, drop, scale": page.locator(".md-sidebar--secondary a").first,
    }
    for name, link in lists.items():
        link.focus()
        assert named(page) == name
        titles = link.evaluate(
            "(link) => [...link.closest('ul').children].map((one) =>"
            " one.querySelector(':scope > a').innerText.trim())"
        )
        at = titles.index(name)
        first, last = titles[0], titles[-1]
        for key, to in (
            ("ArrowDown", titles[at + 1]),
            ("End", last),
            ("ArrowDown", last),  # no further
            ("ArrowUp", titles[-2]),
            ("Home", first),
            ("ArrowUp", first),
        ):
            page.keyboard.press(key)
            assert named(page) == to
        page.keyboard.press("Tab")
        assert named(page) not in titles
        page.keyboard.press("Shift+Tab")
        assert named(page) == first, "it is where one left it"
