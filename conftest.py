"""pytest runs every block of every page: a page is a file of tests.

The page is expanded and read by pytest-codeblocks; running and comparing are
ours (`publish.pages.blocks`). Sockets are refused, except to this machine.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_codeblocks.plugin import TestBlock

# Read when torch is imported: models this small are slower on several cores.
os.environ["OMP_NUM_THREADS"] = "1"

from publish.execute.offline import refuse_network
from publish.pages import blocks
from publish.project import Project
from publish.snapshots.results import Outputs

ROOT = Path(__file__).parent
outputs = Outputs(Project(ROOT))

refuse_network()


class PageItem(TestBlock):
    """One block of a page."""

    item: blocks.PageBlock

    def runtest(self) -> None:
        problems = blocks.check_block(outputs, self.item)
        if problems:
            raise AssertionError("\n\n".join(problems))


class PageFile(pytest.File):
    """A page of the site."""

    def collect(self) -> Iterator[pytest.Item]:
        page = self.path.relative_to(outputs.project.docs).as_posix()
        for item in blocks.of_page(outputs.project, page):
            test = PageItem.from_parent(parent=self, name=item.name)
            test.item = item
            yield test


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PageFile | None:
    """Takes Markdown below ``docs/``."""
    if file_path.suffix == ".md" and file_path.is_relative_to(outputs.project.docs):
        return PageFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture(scope="session")
def project() -> Project:
    """This checkout."""
    return outputs.project
