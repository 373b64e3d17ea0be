"""Tabs for what a reader wants to do; of their parts, that of the page is unfolded."""

import pytest
from playwright.sync_api import Page

from publish.project import Project
from tests.browser.conftest import ROOT, Open

LESSON = "causal/dropout/"
MOST_HEIGHT = 900  # pixels, of the navigation of a lesson
SHOWN = "a.md-nav__link >> visible=true"


def sidebar(page: Page) -> list[str]:
    """The titles of the pages that the navigation shows."""
    titles = page.locator(f".md-sidebar--primary {SHOWN}").all_inner_texts()
    return [title.splitlines()[0] for title in titles]


def test_the_part_that_one_is_in_is_unfolded_and_no_other(visit: Open) -> None:
    page = visit(LESSON).page
    (inside,) = (
        pages for _, pages in Project(ROOT).parts if "causal/dropout.md" in pages
    )
    assert len(sidebar(page)) == len(["Start", "Before you start", *inside])
    assert "Dropout" in sidebar(page)
    height = page.locator(".md-nav--primary").bounding_box()
    assert height
    assert height["height"] <= MOST_HEIGHT
    stuck = page.locator(".md-sidebar *").evaluate_all(
        "(all) => all.filter((one) => getComputedStyle(one).position === 'sticky'"
        " && one.checkVisibility()).map((one) => one.textContent.trim())"
    )
    assert stuck == [], "a title would hide half of a line"


@pytest.mark.parametrize("how", ["key", "pointer"])
def test_a_folded_part_opens_and_closes(visit: Open, how: str) -> None:
    page = visit(LESSON).page
    part = page.get_by_role("button", name="2 · Self-attention")
    first = page.locator(".md-nav a", has_text="Why attention")
    assert part.get_attribute("aria-expanded") == "false"
    assert not first.is_visible()
    if how == "key":
        part.focus()
        page.keyboard.press("Enter")
    else:
        part.click()
    assert part.get_attribute("aria-expanded") == "true"
    first.wait_for()
    part.focus()
    page.keyboard.press("Tab")
    assert first.evaluate("(link) => link === document.activeElement")
    part.focus()
    page.keyboard.press("Space")
    first.wait_for(state="hidden")


def test_without_scripts_every_part_is_open(visit: Open, project: Project) -> None:
    page = visit(LESSON, javascript=False).page
    lessons = {project.url(name) for name in project.lessons}
    links = page.locator(f".md-sidebar--primary {SHOWN}")
    shown = {
        link.partition("/")[2]
        for link in links.evaluate_all(
            "(all) => all.map((link) => new URL(link.href).pathname.slice(1))"
        )
    }
    assert lessons <= shown
