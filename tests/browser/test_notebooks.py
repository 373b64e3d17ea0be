"""The pages of notebooks, at home on the site."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from publish.export import notebooks
from publish.project import Project
from tests.browser.axe import OTHERS, faint, violations
from tests.browser.conftest import ROOT, Open, Scheme
from tests.browser.test_copy import BUTTON
from tests.browser.test_pages import WIDTHS, overflowing

NOTEBOOKS = Project(ROOT).notebooks
SHORT = "notebooks/recap.ipynb"
each_notebook = pytest.mark.parametrize("name", NOTEBOOKS)


def url(name: str) -> str:
    return name.replace(".ipynb", "/")


@pytest.mark.slow
@each_notebook
def test_a_notebook_fits_is_accessible_and_can_be_copied(
    visit: Open, name: str, project: Project
) -> None:
    seen = visit(url(name))  # once: it is the longest of pages
    for pixels in WIDTHS.values():
        seen.show("light", pixels)
        seen.unfold()
        assert overflowing(seen.page) == []
        seen.fold()
    seen.unfold()
    assert violations(seen.page, OTHERS) == []
    assert astray(seen.page, name, project) == []


def astray(page: Page, name: str, project: Project) -> list[str]:
    """Of a few cells, those whose copy button yields something else."""
    cells = json.loads(notebooks.text(project, name))["cells"]
    codes = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    blocks = page.locator(".highlight.language-python")
    assert blocks.count() == len(codes)
    found = []
    for number in {0, 1, len(codes) // 2, len(codes) - 1}:
        page.evaluate("navigator.clipboard.writeText('nothing was copied')")
        block = blocks.nth(number)
        block.scroll_into_view_if_needed()
        block.locator(BUTTON).click()
        if page.evaluate("navigator.clipboard.readText()") != codes[number]:
            found.append(codes[number])
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_of_a_notebook_are_accessible(visit: Open, scheme: Scheme) -> None:
    assert faint(visit(url(SHORT), scheme=scheme).page, set()) == []


def test_its_buttons_and_folds_say_whose_they_are(visit: Open) -> None:
    page = visit("notebooks/practice/").page
    page.locator(".highlight .md-code__button").first.wait_for(state="attached")
    names = page.locator(".explore, .snippet .md-code__button").evaluate_all(
        "(buttons) => buttons.map((button) => button.ariaLabel)"
    )
    assert names
    assert [name for name in names if not re.fullmatch(r".+: [\w-]+", name)] == []
    folds = page.locator("article details:has(> .highlight) > summary")
    shut = folds.evaluate_all("(each) => each.map((one) => one.ariaLabel)")
    assert len(shut) == len(set(shut)) > 10


def test_its_download_is_the_notebook(
    visit: Open, project: Project, tmp_path: Path
) -> None:
    page = visit("notebooks/causal/").page
    with page.expect_download() as started:
        page.get_by_role("link", name="Download").click()
    started.value.save_as(tmp_path / "had.ipynb")
    assert started.value.suggested_filename == "causal.ipynb"
    made = notebooks.text(project, "notebooks/causal.ipynb")
    assert (tmp_path / "had.ipynb").read_text("utf-8") == made


def test_its_figures_are_those_of_the_pages(visit: Open) -> None:
    page = visit("notebooks/causal/").page
    images = page.locator("article img")
    assert images.count() > 0
    for image in images.all():
        image.scroll_into_view_if_needed()
        image.evaluate("(image) => image.decode()")
        box = image.bounding_box()
        assert box
        assert box["height"] > 50
        assert "/figures/causal/" in (image.get_attribute("src") or "")
        assert image.get_attribute("alt")


def test_its_contents_lead_to_its_sections(visit: Open) -> None:
    page = visit("notebooks/causal/").page
    contents = page.locator(".md-sidebar--secondary [data-md-component=toc]")
    contents.get_by_role("link", name="Training and evaluation").click()
    heading = page.locator("h3:target")
    assert heading.inner_text().startswith("Training and evaluation")
