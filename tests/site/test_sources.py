"""What is asked of all pages together; each alone is a file of tests: conftest.py."""

from pathlib import Path

from publish.pages import check_page
from publish.pages.quoted_sentences import quotes_in
from publish.project import Project

FACTS = Path(__file__).parents[1] / "facts"


def test_every_snippet_is_shown_once_on_its_page(project: Project) -> None:
    assert check_page.of_all(project) == []


def test_a_test_of_facts_says_of_which_sentence_it_is_the_test() -> None:
    silent = [
        f"{path.relative_to(FACTS)}: {test} quotes nothing: says(page, sentence)"
        for path in FACTS.rglob("test_*.py")
        for test, quotes in quotes_in(path.read_text(encoding="utf-8")).items()
        if not quotes
    ]
    assert silent == []
