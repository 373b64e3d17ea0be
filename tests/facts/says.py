"""What a test holds up: a sentence that a page says."""

from pathlib import Path

import pytest

from publish.pages.quoted_sentences import unsaid
from publish.project import Project

project = Project(Path(__file__).parents[2])


def says(page: str, *quotes: str) -> None:
    """Fail unless a page, named without its suffix, says each of these sentences."""
    parsed = project.page(f"{page}.md")
    if lost := [problem for quote in quotes if (problem := unsaid(parsed, quote))]:
        pytest.fail("\n".join(f"docs/{page}.md {each}" for each in lost), pytrace=False)
