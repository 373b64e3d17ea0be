"""The sources of the pages, one by one, and what is asked of all of them."""

from pathlib import Path

import pytest

from publish.export import standalone
from publish.pages import check, numbers
from publish.project import Project

PAGES = Project(Path(__file__).parents[2]).pages


def said(complaints: list[str]) -> None:
    """Fails with what guards say, and nothing else."""
    if complaints:
        pytest.fail("\n\n".join(complaints), pytrace=False)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_and_shows_nothing_that_its_blocks_do_not(
    project: Project, page: str
) -> None:
    accepted = numbers.read_ledger(project).get(page, [])
    said(check.of_page(project, page, accepted) + standalone.refused(project, page))


def test_every_snippet_is_shown_once_on_its_page(project: Project) -> None:
    said(check.of_all(project))
