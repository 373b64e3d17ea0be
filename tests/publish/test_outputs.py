"""Running, comparing, accepting, previewing: on a course of two snippets."""

import json
from pathlib import Path

import pytest

from publish.outputs import Outputs, side_by_side
from publish.project import Project


@pytest.fixture
def course(tmp_path: Path, project: Project) -> Project:
    folder = tmp_path / "snippets" / "part" / "page"
    folder.mkdir(parents=True)
    (tmp_path / "attention").symlink_to(project.root / "attention")
    (folder / "one.py").write_text("print(0.25)\n")
    (folder / "two.py").write_text("[][0]  # raises IndexError\n")
    return Project(tmp_path)


def test_accepting_stores_outputs_and_their_hashes(course: Project) -> None:
    diff, refused = Outputs(course).accept()
    assert refused == []
    assert "+0.25" in diff
    assert "+IndexError: list index out of range" in diff
    stored = {p.name for p in course.snippets_dir.rglob("*") if p.is_file()}
    assert stored == {"one.py", "one.out", "two.py", "two.err", "accepted.json"}
    assert all(Outputs(course).problems(snippet) == [] for snippet in course.snippets)


def test_accepting_again_changes_nothing(course: Project) -> None:
    Outputs(course).accept()
    before = {p: p.read_bytes() for p in course.snippets_dir.rglob("*") if p.is_file()}
    assert Outputs(course).accept() == ([], [])
    assert before == {
        p: p.read_bytes() for p in course.snippets_dir.rglob("*") if p.is_file()
    }


def test_only_what_changed_is_run_again(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from publish import outputs

    Outputs(course).accept()
    ran = []
    run = outputs.run
    monkeypatch.setattr(
        outputs, "run", lambda *given: (ran.append(given[0]), run(*given))[1]
    )
    (course.snippets_dir / "part/page/one.py").write_text("print(0.5)\n")
    diff, _ = Outputs(course).accept()
    assert ran == ["print(0.5)\n"]
    assert [line for line in diff if line[0] in "+-"][2:] == ["-0.25", "+0.5"]


def test_a_snippet_that_fails_is_not_stored_and_keeps_what_it_had(
    course: Project,
) -> None:
    Outputs(course).accept()
    (course.snippets_dir / "part/page/one.py").write_text("missing\n")
    diff, refused = Outputs(course).accept()
    assert diff == []
    assert "part/page/one: raises, and does not announce it" in refused[0]
    assert (course.snippets_dir / "part/page/one.out").read_text() == "0.25\n"
    assert "part/page/one" in json.loads(Outputs(course).ledger.read_text())


def test_outputs_go_with_their_snippet(course: Project) -> None:
    Outputs(course).accept()
    (course.snippets_dir / "part/page/two.py").unlink()
    diff, _ = Outputs(course).accept()
    assert diff == ["deleted: snippets/part/page/two.err"]


def test_a_preview_holds_what_is_not_accepted_and_nothing_else(course: Project) -> None:
    Outputs(course).accept()
    (course.snippets_dir / "part/page/one.py").write_text("print(0.5)\n")
    folder = Outputs(course).preview()
    assert [p.name for p in folder.rglob("*.*")] == ["one.out"]
    assert (folder / "part/page/one.out").read_text() == "0.5\n"
    assert (course.snippets_dir / "part/page/one.out").read_text() == "0.25\n"
    Outputs(course).accept()
    assert list(Outputs(course).preview().rglob("*.*")) == []


def test_an_output_may_differ_between_processor_families(course: Project) -> None:
    code = (
        "# differs between processor families\nimport torch\n\n"
        "torch.manual_seed(123)\nprint(torch.nn.functional.dropout(torch.ones(6)))\n"
    )
    (course.snippets_dir / "part/page/one.py").write_text(code)
    Outputs(course).accept()
    mine = Outputs(course).result(course.snippet("part/page/one")).family
    folder = course.snippets_dir / "part/page"
    other = {"intel": "other", "other": "intel"}[mine or ""]
    assert (folder / f"one.{mine}.out").exists()
    (folder / f"one.{other}.out").write_text("tensor([0., 0., 0., 0., 0., 0.])\n")
    only_edited = Outputs(course).problems(course.snippet("part/page/one"))
    assert len(only_edited) == 1
    assert f"one.{other}.out is not what was accepted" in only_edited[0]
    Outputs(course).accept()
    assert Outputs(course).problems(course.snippet("part/page/one")) == []
    assert (folder / f"one.{other}.out").exists()


def test_a_mismatch_is_shown_side_by_side() -> None:
    assert side_by_side("a\nb\n", "a\nc\nd\n") == (
        "  expected | got\n  a          a\n  b        | c\n           | d"
    )
