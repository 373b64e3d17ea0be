"""The sources of the pages, one by one, and what is asked of all of them."""

from pathlib import Path

import pytest

from publish.guards import sources
from publish.pages import numbers
from publish.project import Project

PAGES = Project(Path(__file__).parents[2]).pages


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_and_shows_nothing_that_its_blocks_do_not(
    project: Project, page: str
) -> None:
    accepted = numbers.read_ledger(project).get(page, [])
    assert sources.of_page(project, page, accepted) == []


def test_every_snippet_is_shown_once_on_its_page(project: Project) -> None:
    assert sources.of_all(project) == []
