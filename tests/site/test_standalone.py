"""Each block's standalone copy, run where there is no package."""

import ast

import pytest

from publish.export import standalone
from publish.markdown.download_paths import uses_package
from publish.project import Project
from publish.snapshots.results import Outputs

SHARES = 12  # of all copies: each takes seconds
# What uses a whole room of the package is longer than its page.
ROOMS = ("practice", "diagnose", "attention.distributed", "attention.gallery")


@pytest.fixture(scope="session")
def copies(project: Project) -> dict[str, str]:
    """By the block's id, what the site has."""
    return standalone.forms(project, project.snippets)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_every_standalone_copy_prints_what_its_page_shows(
    project: Project, copies: dict[str, str], share: int
) -> None:
    outputs = Outputs(project)
    snippets = [s for s in project.snippets if s.id in copies]
    snippets.sort(key=outputs.seconds)
    wrong = []
    for snippet in snippets[share::SHARES]:  # as many long ones in each
        result = outputs.without_package(copies[snippet.id], snippet.id)
        wrong += outputs.differs(snippet, result)
    assert wrong == []


def test_a_copy_that_needs_the_package_or_prints_something_else_is_seen(
    project: Project, copies: dict[str, str]
) -> None:
    outputs, name = Outputs(project), "causal/class/two-sentences"
    snippet, copy = project.snippet(name), copies[name]
    for altered in (snippet.code, copy.replace("-torch.inf", "0.0")):
        assert altered != copy
        assert outputs.differs(snippet, outputs.without_package(altered, name))


def test_a_block_may_import_from_any_module_of_the_package(project: Project) -> None:
    package = standalone.Package(project.root, checks=True)
    found, _ = package.reached(ast.parse("from attention.examples import inputs"))
    (module, name), *_ = found
    again, _ = package.reached(ast.parse(f"from {module} import {name}"))
    assert module != "attention"
    assert again == found


def test_most_blocks_that_print_have_a_copy_of_readable_length(
    project: Project, copies: dict[str, str]
) -> None:
    wanted = {
        snippet.id
        for snippet in project.snippets
        if uses_package(snippet) and not snippet.stored(".svg").exists()
        if not any(room in snippet.code for room in ROOMS)
    }
    assert len(copies.keys() & wanted) > 0.8 * len(wanted)
    assert max(len(text.splitlines()) for text in copies.values()) <= standalone.LONGEST
