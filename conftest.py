"""pytest takes every page as a file of tests: its blocks, and what it says.

The page is expanded and read by pytest-codeblocks; running and comparing are ours
(`publish.pages`). Sockets are refused, except to this machine.
"""

import os
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from pytest_codeblocks.plugin import TestBlock

# Read when torch is imported: models this small are slower on several cores.
os.environ["OMP_NUM_THREADS"] = "1"

from publish.execute.block import ON_CPU, runs_here
from publish.execute.offline import refuse_network
from publish.pages import check_page, page_blocks, quoted_sentences
from publish.project import Project
from publish.snapshots.results import Outputs

ROOT = Path(__file__).parent
outputs = Outputs(Project(ROOT))
# From torch 2.8 on, gloo has all the collectives of ranks on a CPU.
GLOO_IS_OLD = tuple(map(int, version("torch").split(".")[:2])) < (2, 8)

refuse_network()


def on_ranks(code: str) -> bool:
    """Whether a block starts ranks, which it says."""
    said = ON_CPU.search(code)
    return said is not None and bool(said["linux"])


class BlockItem(TestBlock):
    """One block of a page, executed and compared."""

    item: page_blocks.PageBlock

    def runtest(self) -> None:
        fail_with(page_blocks.check_block(outputs, self.item))


class PageItem(pytest.Item):
    """The sources of a page, beside its blocks."""

    page: str

    def runtest(self) -> None:
        fail_with(
            check_page.of_page(outputs.project, self.page, quotes().get(self.page, []))
        )

    def repr_failure(self, excinfo: Any, style: Any = None) -> str:
        return str(excinfo.value)


class PageFile(pytest.File):
    """A page of the site."""

    def collect(self) -> Iterator[pytest.Item]:
        page = self.path.relative_to(outputs.project.docs).as_posix()
        for item in page_blocks.of_page(outputs.project, page):
            if not runs_here(item.code) or (GLOO_IS_OLD and on_ranks(item.code)):
                continue
            test = BlockItem.from_parent(parent=self, name=item.name)
            test.item = item
            yield test
        page_item = PageItem.from_parent(parent=self, name="sources")
        page_item.page = page
        yield page_item


@cache
def quotes() -> dict[str, list[str]]:
    """By page, the sentences that tests hold up."""
    return quoted_sentences.quotes_of(ROOT / "tests" / "facts")


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
