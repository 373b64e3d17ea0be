"""Running, comparing, accepting: on a course of two snippets."""

import json
from pathlib import Path

import pytest

from publish.project import Project
from publish.snapshots import check_outputs, ledger, results
from publish.snapshots.accept import accept
from publish.snapshots.results import Outputs
from tests.course_of_one_page import snippets_alone


@pytest.fixture
def course(tmp_path: Path, project: Project) -> Project:
    two = "[][0]  # raises IndexError\n"
    return snippets_alone(tmp_path, project.root, one="print(0.25)\n", two=two)


def test_accepting_stores_outputs_and_their_hashes(course: Project) -> None:
    diff, refused = accept(course)
    assert refused == []
    assert "+0.25" in diff
    assert "+IndexError: list index out of range" in diff
    stored = {p.name for p in course.snippets_dir.rglob("*") if p.is_file()}
    assert stored == {"one.py", "one.out", "two.py", "two.err", "accepted.json"}
    assert all(
        Outputs(course).differences(snippet) == [] for snippet in course.snippets
    )


def test_only_what_changed_is_run_again(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept(course)
    ran = []
    run = results.run
    monkeypatch.setattr(
        results, "run", lambda *given: (ran.append(given[0]), run(*given))[1]
    )
    (course.snippets_dir / "part/page/one.py").write_text("print(0.5)\n")
    diff, _ = accept(course)
    assert ran == ["print(0.5)\n"]
    assert [line for line in diff if line[0] in "+-"][2:] == ["-0.25", "+0.5"]
    assert accept(course) == ([], [])


def test_a_digit_spans_machines_and_no_change_of_code(course: Project) -> None:
    one, outputs = course.snippet("part/page/one"), Outputs(course)
    accept(course)
    result = outputs.result(one)
    result.stdout = "0.26\n"  # as another machine may print it
    assert outputs.differs(one, result) == []
    one.path.write_text("print(0.26)\n")
    [stale] = Outputs(course).differences(one)
    assert "its code, or what it reaches of the package, has changed" in stale
    assert accept(course)[0][-2:] == ["-0.25", "+0.26"]
    assert Outputs(course).differences(one) == []


def test_a_comment_makes_no_output_stale(course: Project) -> None:
    accept(course)
    one = course.snippet("part/page/one")
    one.path.write_text("# A quarter.\nprint(0.25)\n")
    assert Outputs(course).differences(one) == []


def test_a_snippet_that_fails_is_not_stored_and_keeps_what_it_had(
    course: Project,
) -> None:
    accept(course)
    (course.snippets_dir / "part/page/one.py").write_text("missing\n")
    diff, refused = accept(course)
    assert diff == []
    assert "part/page/one: raises, and does not announce it" in refused[0]
    assert (course.snippets_dir / "part/page/one.out").read_text() == "0.25\n"
    assert "part/page/one" in json.loads(ledger.path(course).read_text())
    (course.snippets_dir / "part/page/two.py").unlink()
    assert accept(course)[0] == ["deleted: snippets/part/page/two.err"]


def test_another_torch_may_word_its_error_otherwise(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept(course)
    snippet = course.snippet("part/page/two")
    snippet.stored(".err").write_text("IndexError: other words\n")
    assert Outputs(course).changed(snippet) != []
    monkeypatch.setattr(check_outputs, "installed_torch", lambda: "2.14.0")
    assert Outputs(course).changed(snippet) == []


@pytest.mark.parametrize(("printed", "far"), [("0.25", 0), ("0.26", 1)])
def test_the_deviation_is_in_units_of_the_last_digit(
    course: Project, printed: str, far: float
) -> None:
    accept(course)
    snippet = course.snippet("part/page/one")
    result = Outputs(course).result(snippet)
    result.stdout = f"{printed}\n"
    assert Outputs(course).differs(snippet, result) == []
    assert check_outputs.deviation(snippet, result) == far


def test_code_without_the_package_cannot_import_what_comes_with_it(
    course: Project,
) -> None:
    outputs = Outputs(course)
    for name in results.OURS:
        result = outputs.without_package(f"import {name}", "form.py")
        assert (result.error or "").startswith("ModuleNotFoundError")
    assert outputs.without_package("import torch", "form.py").error is None
