"""Each block's standalone form, run where there is no package."""

import ast
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from publish.export import standalone
from publish.outputs import compare
from publish.outputs.results import OURS, Outputs
from publish.project import Project
from publish.run.apart import run
from tests.site.built import Site


@pytest.fixture(scope="module")
def forms(project: Project) -> dict[str, str]:
    classes = project.snippets_of(standalone.CLASSES)
    written = {snippet.id: snippet.code for snippet in classes}
    return standalone.forms(project, project.snippets) | written


@pytest.mark.slow
def test_every_standalone_form_prints_what_its_page_shows(
    project: Project, forms: dict[str, str]
) -> None:
    outputs = Outputs(project)

    def differs(name: str) -> list[str]:
        result = outputs.without_package(forms[name], name)
        return outputs.differs(project.snippet(f"{name}.py"), result)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        assert [line for found in pool.map(differs, forms) for line in found] == []


def test_a_downloaded_class_runs_when_python_is_typed(
    project: Project, site_folder: Path
) -> None:
    file = site_folder / "standalone/recap/just-the-code/causal-attention.py"
    absent = f"import sys; sys.modules.update(dict.fromkeys({OURS}))"
    typed = f"{absent}; import runpy; runpy.run_path({str(file)!r}, None, '__main__')"
    command = [sys.executable, "-c", typed]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    stored = project.snippet("recap/just-the-code/causal-attention.py").stored(".out")
    assert done.stderr == ""
    expected = stored.read_text(encoding="utf-8")
    assert compare.differences(expected, done.stdout) == []


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


def test_a_form_that_lacks_a_definition_is_noticed(
    project: Project, forms: dict[str, str]
) -> None:
    def error(text: str) -> str | None:
        return run(text, "form.py", project.root, None, OURS).error

    text = forms["causal/class/two-sentences"]
    assert error(text) is None
    tree = ast.parse(text)
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            without = [other for other in tree.body if other is not statement]
            spoiled = ast.unparse(ast.Module(without, []))
            lacking = f"NameError: name '{statement.name}' is not defined"
            assert error(spoiled) == lacking
