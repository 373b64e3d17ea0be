"""pytest takes every page as a file of tests: its blocks, its sources, its HTML.

The page is expanded and read by pytest-codeblocks; running and comparing are ours
(`publish.pages`). Sockets are refused, except to this machine.
"""

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pytest_codeblocks.plugin import TestBlock

# Read when torch is imported: models this small are slower on several cores.
os.environ["OMP_NUM_THREADS"] = "1"

from publish.execute.offline import refuse_network
from publish.markdown.rendered import rendered
from publish.pages import blocks, check, facts, shown
from publish.project import Project
from publish.snapshots.results import Outputs

ROOT = Path(__file__).parent
outputs = Outputs(Project(ROOT))

refuse_network()


class BlockItem(TestBlock):
    """One block of a page, executed and compared."""

    item: blocks.PageBlock

    def runtest(self) -> None:
        fail_with(blocks.check_block(outputs, self.item))


class PageItem(pytest.Item):
    """What is asked of a page besides its blocks."""

    check: Callable[[Project, str], list[str]]
    page: str

    def runtest(self) -> None:
        fail_with(self.check(outputs.project, self.page))

    def repr_failure(self, excinfo: Any, style: Any = None) -> str:
        return str(excinfo.value)


class PageFile(pytest.File):
    """A page of the site."""

    def collect(self) -> Iterator[pytest.Item]:
        page = self.path.relative_to(outputs.project.docs).as_posix()
        for item in blocks.of_page(outputs.project, page):
            test = BlockItem.from_parent(parent=self, name=item.name)
            test.item = item
            yield test
        for check_page in (says_what_its_blocks_do, shows_what_was_executed):
            other = PageItem.from_parent(parent=self, name=check_page.__name__)
            other.check, other.page = staticmethod(check_page), page
            yield other


def says_what_its_blocks_do(project: Project, page: str) -> list[str]:
    """What is wrong with the page's sources."""
    return check.of_page(project, page, quotes().get(page, []))


@cache
def quotes() -> dict[str, list[str]]:
    """By page, the sentences that tests hold up."""
    return facts.quotes_of(ROOT / "tests" / "facts")


def shows_what_was_executed(project: Project, page: str) -> list[str]:
    """Blocks of the page as it is rendered that nobody runs, or that it lacks."""
    return shown.unexecuted_on(project, page, rendered(project, page))


def fail_with(problems: list[str]) -> None:
    if problems:
        raise AssertionError("\n\n".join(problems))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PageFile | None:
    """Takes Markdown below ``docs/``."""
    if file_path.suffix == ".md" and file_path.is_relative_to(outputs.project.docs):
        return PageFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture(scope="session")
def project() -> Project:
    """This checkout."""
    return outputs.project
