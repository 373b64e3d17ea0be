"""Running, comparing, accepting, previewing: on a course of two snippets."""

import json
from pathlib import Path

import pytest

from publish.outputs.accept import accept, preview
from publish.families import DrawnAs
from publish.outputs.results import Outputs, side_by_side
from publish.project import Project
from publish.outputs.store import ledger


@pytest.fixture
def course(tmp_path: Path, project: Project) -> Project:
    folder = tmp_path / "snippets" / "part" / "page"
    folder.mkdir(parents=True)
    (tmp_path / "attention").symlink_to(project.root / "attention")
    (folder / "one.py").write_text("print(0.25)\n")
    (folder / "two.py").write_text("[][0]  # raises IndexError\n")
    return Project(tmp_path)


def test_accepting_stores_outputs_and_their_hashes(course: Project) -> None:
    diff, refused = accept(course)
    assert refused == []
    assert "+0.25" in diff
    assert "+IndexError: list index out of range" in diff
    stored = {p.name for p in course.snippets_dir.rglob("*") if p.is_file()}
    assert stored == {"one.py", "one.out", "two.py", "two.err", "accepted.json"}
    assert all(Outputs(course).problems(snippet) == [] for snippet in course.snippets)


def test_accepting_again_changes_nothing(course: Project) -> None:
    accept(course)
    before = {p: p.read_bytes() for p in course.snippets_dir.rglob("*") if p.is_file()}
    assert accept(course) == ([], [])
    assert before == {
        p: p.read_bytes() for p in course.snippets_dir.rglob("*") if p.is_file()
    }


def test_only_what_changed_is_run_again(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from publish.outputs import snippets as outputs

    accept(course)
    ran = []
    run = outputs.run
    monkeypatch.setattr(
        outputs, "run", lambda *given: (ran.append(given[0]), run(*given))[1]
    )
    (course.snippets_dir / "part/page/one.py").write_text("print(0.5)\n")
    diff, _ = accept(course)
    assert ran == ["print(0.5)\n"]
    assert [line for line in diff if line[0] in "+-"][2:] == ["-0.25", "+0.5"]


def test_a_snippet_that_fails_is_not_stored_and_keeps_what_it_had(
    course: Project,
) -> None:
    accept(course)
    (course.snippets_dir / "part/page/one.py").write_text("missing\n")
    diff, refused = accept(course)
    assert diff == []
    assert "part/page/one: raises, and does not announce it" in refused[0]
    assert (course.snippets_dir / "part/page/one.out").read_text() == "0.25\n"
    assert "part/page/one" in json.loads(ledger(course).read_text())


def test_outputs_go_with_their_snippet(course: Project) -> None:
    accept(course)
    (course.snippets_dir / "part/page/two.py").unlink()
    diff, _ = accept(course)
    assert diff == ["deleted: snippets/part/page/two.err"]


def test_a_preview_holds_what_is_not_accepted_and_nothing_else(course: Project) -> None:
    accept(course)
    (course.snippets_dir / "part/page/one.py").write_text("print(0.5)\n")
    folder, _ = preview(course)
    assert [p.name for p in folder.rglob("*.*")] == ["one.out"]
    assert (folder / "part/page/one.out").read_text() == "0.5\n"
    assert (course.snippets_dir / "part/page/one.out").read_text() == "0.25\n"
    accept(course)
    assert list(preview(course)[0].rglob("*.*")) == []


def test_a_preview_stops_running_when_its_time_is_up(course: Project) -> None:
    accept(course)
    (course.snippets_dir / "part/page/one.py").write_text("print(0.5)\n")
    folder, done = preview(course, budget=0)
    assert not done
    assert list(folder.rglob("*.*")) == []
    assert preview(course)[1]
    assert preview(course, budget=0)[1]


VARIES = """# differs between processor families
import torch

torch.manual_seed(123)
print(torch.nn.functional.dropout(torch.ones(6)))
"""
DROPPED = {
    "intel": "tensor([2., 2., 2., 2., 2., 2.])",
    "other": "tensor([2., 2., 0., 2., 2., 0.])",
}


def test_an_output_is_stored_for_both_families_of_processors(course: Project) -> None:
    (course.snippets_dir / "part/page/one.py").write_text(VARIES)
    accept(course)
    for family, text in DROPPED.items():
        stored = course.snippets_dir / f"part/page/one.{family}.out"
        assert stored.read_text() == f"{text}\n"
    assert not (course.snippets_dir / "part/page/one.out").exists()


@pytest.mark.parametrize("family", DROPPED)
def test_either_familys_output_is_checked_on_every_machine(
    course: Project, family: str
) -> None:
    (course.snippets_dir / "part/page/one.py").write_text(VARIES)
    accept(course)
    snippet = course.snippet("part/page/one")
    assert Outputs(course).problems(snippet) == []
    wrong = course.snippets_dir / f"part/page/one.{family}.out"
    wrong.write_text(wrong.read_text().replace("[2.", "[0."))
    edited, differs = Outputs(course).problems(snippet)
    assert f"one.{family}.out is not what was accepted" in edited
    assert f"one.{family}.out differs" in differs


def test_on_a_processor_of_the_other_family_the_same_outputs_pass(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course.snippets_dir / "part/page/one.py").write_text(VARIES)
    accept(course)
    here = Outputs(course).result(course.snippet("part/page/one")).family
    there = {"intel": "other", "other": "intel"}[here or ""]
    # There, a block's own draws are the other family's.
    from publish import families
    from publish.outputs import snippets as outputs
    from publish.run import block as run

    monkeypatch.setattr(run, "_where", lambda _, family: DrawnAs(family or there))
    monkeypatch.setattr(families, "processor_family", lambda: there)
    monkeypatch.setattr(outputs, "MACHINERY", ("run.py",))  # a key of its own
    elsewhere = Outputs(course)
    snippet = course.snippet("part/page/one")
    assert elsewhere.result(snippet).stdout == f"{DROPPED[there]}\n"
    assert elsewhere.problems(snippet) == []


def test_a_mismatch_is_shown_side_by_side() -> None:
    assert side_by_side("a\nb\n", "a\nc\nd\n") == (
        "  expected | got\n  a          a\n  b        | c\n           | d"
    )


def on_another_torch(
    course: Project, monkeypatch: pytest.MonkeyPatch, code: str, stored: str
) -> list[str]:
    """What a torch that is not the pinned one complains of."""
    from publish.outputs import snippets as outputs

    path = course.snippets_dir / "part/page/two.py"
    path.write_text(code)
    accept(course)
    path.with_suffix(".err").write_text(stored)
    monkeypatch.setattr(outputs, "_version", lambda name: "2.14.0")
    return Outputs(course).changed(course.snippet("part/page/two"))


def test_another_torch_may_word_its_error_otherwise(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "[][0]  # raises IndexError\n"
    assert (
        on_another_torch(course, monkeypatch, code, "IndexError: other words\n") == []
    )


def test_another_torch_may_not_raise_another_error(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "[][0]  # raises IndexError\n"
    found = on_another_torch(course, monkeypatch, code, "KeyError: other words\n")
    assert "two.err differs" in found[0]


def test_our_own_errors_are_exact_with_every_torch(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "from attention import attention_scores, inputs\n\n"
        "attention_scores(inputs[0], inputs)  # raises ValueError: queries must\n"
    )
    found = on_another_torch(course, monkeypatch, code, "ValueError: queries should\n")
    assert "two.err differs" in found[0]
