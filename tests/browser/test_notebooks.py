"""The pages of notebooks, at home on the site."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from publish.export import notebooks
from publish.project import Project
from tests.browser.axe import violations, wrong
from tests.browser.conftest import PHONE, Open
from tests.browser.kinds import once
from tests.browser.test_pages import BUTTON, HEIGHT, MOST_HEIGHT
from tests.site.test_notebooks import rendered

PAGE = "causal/mask.md"


def url(page: str) -> str:
    return notebooks.of(page).replace(".ipynb", "/")


# Of each other part one, at night: their pages are made in one way.
OF_EACH_PART = {lesson.partition("/")[0]: lesson for lesson in rendered()}
OTHERS = [lesson for part, lesson in OF_EACH_PART.items() if part != "causal"]


@pytest.mark.slow
@pytest.mark.parametrize("lesson", once((PAGE,), [PAGE, *OTHERS]))
def test_a_notebook_fits_is_accessible_and_can_be_copied(
    visit: Open, lesson: str, project: Project
) -> None:
    seen = visit(url(lesson))
    assert [*violations(seen.page), *wrong(seen.page, "faint", "overflowing")] == []
    assert astray(seen.page, lesson, project) == []
    seen.show("dark", PHONE)
    assert wrong(seen.page, "overflowing", "faint") == []
    assert seen.page.evaluate(HEIGHT) <= MOST_HEIGHT


def astray(page: Page, lesson: str, project: Project) -> list[str]:
    """Of a few cells, those whose copy button yields something else."""
    cells = json.loads(notebooks.text(project, lesson))["cells"]
    codes = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    blocks = page.locator(".highlight.language-python")
    assert blocks.count() == len(codes)
    found = []
    for number in {1, len(codes) - 1}:
        page.evaluate("navigator.clipboard.writeText('nothing was copied')")
        block = blocks.nth(number)
        block.scroll_into_view_if_needed()
        block.locator(BUTTON).click()
        if page.evaluate("navigator.clipboard.readText()") != codes[number]:
            found.append(codes[number])
    return found


def test_its_figures_are_seen_and_its_download_is_the_notebook(
    visit: Open, project: Project
) -> None:
    page = visit(url(PAGE)).page
    images = page.locator("article img")
    assert images.count() > 0
    for image in images.all():
        image.scroll_into_view_if_needed()
        image.evaluate("(image) => image.decode()")
        box = image.bounding_box()
        assert box
        assert box["height"] > 50
        assert "No description" not in (image.get_attribute("alt") or "No description")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "mask.ipynb"
    made = notebooks.text(project, PAGE)
    assert Path(download.value.path()).read_text("utf-8") == made
