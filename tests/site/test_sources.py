"""The sources of the pages, one by one, and what is asked of all of them."""

from pathlib import Path

import pytest

from publish.export import standalone
from publish.markdown.rendered import rendered
from publish.pages import check, facts
from publish.pages.shown import unexecuted_on
from publish.project import Project

PAGES = Project(Path(__file__).parents[2]).pages
FACTS = Path(__file__).parents[1] / "facts"


def said(complaints: list[str]) -> None:
    """Fails with what guards say, and nothing else."""
    if complaints:
        pytest.fail("\n\n".join(complaints), pytrace=False)


@pytest.fixture(scope="module")
def quotes() -> dict[str, list[str]]:
    """By page, the sentences that tests hold up."""
    return facts.quotes_of(FACTS)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_and_shows_nothing_that_its_blocks_do_not(
    project: Project, quotes: dict[str, list[str]], page: str
) -> None:
    found = check.of_page(project, page, quotes.get(page, []))
    said(found + standalone.refused(project, page))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_was_executed_and_no_other_block(
    project: Project, page: str
) -> None:
    said(unexecuted_on(project, page, rendered(project, page)))


def test_a_test_of_facts_says_of_which_sentence_it_is_the_test() -> None:
    silent = [
        f"{path.relative_to(FACTS)}: {test} quotes nothing: says(page, sentence)"
        for path in FACTS.rglob("test_*.py")
        for test, quotes in facts.quotes_in(path.read_text(encoding="utf-8")).items()
        if not quotes
    ]
    said(silent)


def test_every_snippet_is_shown_once_on_its_page(project: Project) -> None:
    said(check.of_all(project))
