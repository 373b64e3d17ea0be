"""Each block's standalone form, run where there is no package."""

import ast
from pathlib import Path

import pytest

from publish.export import standalone
from publish.outputs.results import Outputs, unpublishable
from publish.project import Project
from publish.run.block import Result
from tests.site.without_package import run_all


@pytest.fixture(scope="module")
def forms(project: Project) -> dict[str, str]:
    return standalone.forms(project, project.snippets)


def run_form(text: str, folder: Path) -> Result:
    return run_all([("form.py", text)], folder)[0]


@pytest.mark.slow
def test_every_standalone_form_prints_what_its_page_shows(
    project: Project, forms: dict[str, str], tmp_path: Path
) -> None:
    outputs = Outputs(project)
    results = run_all(forms.items(), tmp_path)
    found = []
    for name, result in zip(forms, results, strict=True):
        snippet = project.snippet(f"{name}.py")
        found += unpublishable(snippet, result) or outputs.differs(snippet, result)
    assert found == []


def test_fewer_than_one_block_in_ten_has_no_standalone_form(
    project: Project, forms: dict[str, str]
) -> None:
    users = [s.id for s in project.snippets if standalone.OURS.search(s.code)]
    without = set(users) - forms.keys()
    assert len(without) < len(project.snippets) / 10


def test_a_form_that_lacks_a_definition_is_noticed(
    forms: dict[str, str], tmp_path: Path
) -> None:
    text = forms["causal/class/two-sentences"]
    assert run_form(text, tmp_path).error is None
    tree = ast.parse(text)
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            without = [other for other in tree.body if other is not statement]
            spoiled = ast.unparse(ast.Module(without, []))
            error = run_form(spoiled, tmp_path).error
            assert error == f"NameError: name '{statement.name}' is not defined"


def test_the_package_cannot_be_imported_where_forms_run(tmp_path: Path) -> None:
    result = run_form("import attention", tmp_path)
    assert result.error == "ModuleNotFoundError: No module named 'attention'"
