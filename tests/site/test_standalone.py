"""Each block's standalone form, run where there is no package."""

import json

import pytest

from publish.export import standalone
from publish.outputs.results import Outputs
from publish.project import Project, Snippet
from tests.site.built import Site

SHARES = 12  # of all forms: each takes seconds


@pytest.fixture(scope="session")
def forms(project: Project) -> dict[str, str]:
    classes = project.snippets_of(standalone.CLASSES)
    written = {snippet.id: snippet.code for snippet in classes}
    return standalone.forms(project, project.snippets) | written


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


def test_the_site_has_each_form_and_the_index_too(
    site: Site, forms: dict[str, str]
) -> None:
    folder = site.folder / "standalone"
    files = {
        path.relative_to(folder).with_suffix("").as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*.py")
    }
    assert files == forms
    index = json.loads((site.folder / "snippets.json").read_text("utf-8"))["snippets"]
    listed = {entry["id"]: entry["standalone"] for entry in index}
    for snippet in site.project.snippets:
        alone = None if standalone.uses_package(snippet) else snippet.code
        expected = forms.get(snippet.id, alone)
        assert listed[snippet.id] == (expected and expected.rstrip("\n"))
