"""The gallery in a browser: two models side by side, and the table that is filtered."""

import json
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

from publish.project import Project
from tests.browser.conftest import Open
from tests.browser.figures import barriers, opened, status

PAIRS = [(3, 5), (5, 3), (0, 9), (16, 25), (12, 12)]


@pytest.fixture(scope="module")
def models(project: Project) -> list[dict[str, Any]]:
    path = project.snippet("gallery/index/all-models").stored(".out")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def facts(model: dict[str, Any]) -> set[tuple[str, str]]:
    """What a description says, and “none” where a layer lacks what another has."""
    layers = model["layers"].values()
    return {
        *model["whole"].items(),
        *(item for each in layers for item in each.items()),
    }


def lacking(model: dict[str, Any], names: set[str]) -> set[tuple[str, str]]:
    layers = model["layers"].values()
    return {(n, "none") for n, each in product(names, layers) if n not in each}


def lit(page: Page, column: int) -> set[tuple[str, str]]:
    rows = page.locator(".drag tbody tr").all()
    return {
        (row.locator("th").inner_text(), mark.inner_text())
        for row in rows
        for mark in row.locator("td").nth(column).locator("mark").all()
    }


def test_what_is_lit_is_the_difference_of_the_descriptions(
    visit: Open, models: list[dict[str, Any]]
) -> None:
    page = opened(visit, "gallery/side-by-side/")
    for pair in PAIRS:
        for side, place in zip(("left", "right"), pair, strict=True):
            page.locator(f"#drag-{side}").select_option(str(place))
        both = [models[place] for place in pair]
        names = {n for m in both for each in m["layers"].values() for n in each}
        said = [facts(model) | lacking(model, names) for model in both]
        assert lit(page, 0) == said[0] - said[1]
        assert lit(page, 1) == said[1] - said[0]
        titles = [each["title"] for each in both]
        assert all(title in status(page) for title in titles)
        differs = said[0] != said[1]
        assert ("nothing is lit" in status(page)) == (not differs)


def test_a_reader_with_a_keyboard_or_a_screen_reader_can_compare(visit: Open) -> None:
    tab = visit("gallery/side-by-side/")
    page = tab.page
    page.locator(".drag").scroll_into_view_if_needed()
    page.locator(".drag[data-ready]").wait_for()
    assert barriers(tab) == []
    page.locator("#drag-right").focus()
    page.keyboard.press("ArrowDown")
    assert "Gemma 3 27B" not in status(page)


def test_the_table_shows_the_models_that_have_a_mechanism(
    visit: Open, models: list[dict[str, Any]]
) -> None:
    page = visit("gallery/").page
    rows = page.locator(".record.models tbody tr")
    page.locator("#mechanism").wait_for()
    assert rows.count() == len(models)
    page.locator("#mechanism").select_option("sinks")
    shown = [row.inner_text() for row in rows.all() if row.is_visible()]
    with_sinks = [m["title"] for m in models if "sink" in json.dumps(m["layers"])]
    assert [text.split("\t")[0] for text in shown] == with_sinks
    assert f"{len(with_sinks)} of {len(models)}" in page.locator("output").inner_text()
    page.locator("#mechanism").select_option("")
    assert all(row.is_visible() for row in rows.all())
