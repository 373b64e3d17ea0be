"""Each block's standalone form, run where there is no package."""

import json
from pathlib import Path

import pytest

from publish.markdown.files import uses_package
from publish.project import Project, Snippet
from publish.snapshots.results import Outputs

SHARES = 12  # of all forms: each takes seconds


@pytest.fixture(scope="session")
def forms(site_folder: Path) -> dict[str, str]:
    """By the block's id, what the site has."""
    folder = site_folder / "standalone"
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*.py")
    }


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_every_standalone_form_prints_what_its_page_shows(
    project: Project, forms: dict[str, str], share: int
) -> None:
    outputs = Outputs(project)
    names = sorted(forms, key=lambda name: outputs.seconds(snippet(project, name)))
    wrong = []
    for name in names[share::SHARES]:  # as many long ones in each
        result = outputs.without_package(forms[name], name)
        wrong += outputs.differs(snippet(project, name), result)
    assert wrong == []


def snippet(project: Project, name: str) -> Snippet:
    return project.snippet(f"{name}.py")


def test_the_index_has_them_too_and_few_blocks_have_none(
    project: Project, site_folder: Path, forms: dict[str, str]
) -> None:
    index = json.loads((site_folder / "snippets.json").read_text("utf-8"))["snippets"]
    listed = {entry["id"]: entry["standalone"] for entry in index}
    without = []
    for snippet in project.snippets:
        alone = None if uses_package(snippet) else snippet.code
        expected = forms.get(snippet.id, alone)
        assert listed[snippet.id] == (expected and expected.rstrip("\n"))
        without += [snippet.id] if expected is None else []
    assert len(without) < 0.1 * len(listed), without
