"""Records of runs: what they say, and of which blocks."""

import sys
from pathlib import Path

import pytest

from publish import run_records as records
from publish.execute.block import on_cpu, runs_here
from publish.markdown.record_tables import machines, missing
from publish.project import Project
from publish.snapshots.accept import accept
from tests.course_of_one_page import Course, snippets_alone

SNIPPETS = {
    "drops": (
        "import torch\n\n"
        "torch.manual_seed(123)\n"
        "print(torch.nn.functional.dropout(torch.ones(6)))\n"
    ),
    "raises": "[][0]  # raises IndexError\n",
    "sums": "print(1 / 3)\n",
    "uses": "from attention import f\nprint(f(2))\n",
    "where": "# runs on the CPU: it is about the CPU\nprint(1)\n",
}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    (tmp_path / "own" / "attention").mkdir(parents=True)
    package = tmp_path / "own" / "attention" / "__init__.py"
    package.write_text("def f(x):\n    return x\n\n\ndef g(x):\n    return x\n")
    return snippets_alone(tmp_path, tmp_path / "own", **SNIPPETS)


def test_a_record_speaks_of_the_code_that_ran_and_of_no_other(course: Course) -> None:
    digests = {s.id: digest for s, digest in records.digests(course).items()}
    del digests["part/page/where"]
    about = ("a GPU", "Linux", "2.13.0", "3.11.7", "2026-11-26")
    deviations = {"part/page/sums": 0.5, "part/page/drops": 0.25}
    record = records.Record("cuda", *about, digests, deviations)
    records.write(course.root, record)
    assert records.read(course.root) == [record]
    assert "| 4 of 4 | 0.5 |" in machines(course)
    assert missing(course).startswith("None")

    package = course.root / "attention" / "__init__.py"
    text = package.read_text()
    package.write_text(text.replace("g(x):\n    return", "g(x):\n    return -"))
    assert "| 4 of 4 | 0.5 |" in machines(course), "no block reaches that"
    package.write_text(text.replace("return", "return -", 1))
    assert "| 3 of 4 | 0.5 |" in machines(course)
    course.write("snippets/part/page/sums.py", "print(2 / 3)\n")
    assert "| 2 of 4 | 0.25 |" in machines(course)
    course.write("docs/part/page.md", "---\ntitle: The page\n---\n")
    course.__dict__["pages"] = ["part/page.md"]
    assert missing(course).splitlines()[1:] == [
        '??? note "GPU, a GPU: 2 blocks"',
        "",
        '    - The page: <a href="../part/page/#code-sums">sums</a>, '
        '<a href="../part/page/#code-uses">uses</a>',
    ]


@pytest.mark.slow
def test_what_passes_on_a_device_is_recorded_and_what_differs_is_said(
    course: Course,
) -> None:
    """The device is the CPU, where draws are made apart and moved all the same."""
    accept(course)
    page = "snippets/part/page"
    course.edit(f"{page}/sums.out", "0.3333333333333333", "0.3333333333333334")
    dropped = (course.root / page / "drops.out").read_text()
    course.write(f"{page}/drops.out", dropped.replace("[2.", "[0."))
    course.write(f"{page}/uses.out", "2 2\n")  # another count of numbers
    record, wrong = records.run_all(course, "cpu")
    assert [line.partition(" differs")[0] for line in sorted(wrong)] == [
        "part/page/drops: drops.out", "part/page/uses: uses.out"
    ]  # fmt: skip
    assert [*record.snippets] == [f"part/page/{n}" for n in ("raises", "sums", "where")]
    assert record.deviations == {"part/page/sums": 1.0}


def test_a_device_that_is_missing_is_named_and_nothing_runs(course: Course) -> None:
    with pytest.raises(RuntimeError, match="no-such-device"):
        records.run_all(course, "no-such-device")


def test_few_blocks_run_on_the_cpu_alone_and_say_why(project: Project) -> None:
    alone = [one.id for one in project.snippets if not records.belongs(one, "cuda")]
    assert 0 < len(alone) <= 0.05 * len(project.snippets), alone
    assert on_cpu("# runs on the CPU: why\n") == "why"
    assert on_cpu("print(1)  # runs on the CPU: as a remark") is None
    assert on_cpu("# runs on the CPU:\nprint(1)") is None


@pytest.mark.parametrize(("system", "runs"), [("linux", True), ("darwin", False)])
def test_a_block_that_forks_runs_on_linux_alone_and_says_why(
    monkeypatch: pytest.MonkeyPatch, system: str, runs: bool
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert runs_here("# runs on the CPU of Linux: it forks\nprint(1)\n") == runs
    assert runs_here("# runs on the CPU: why\nprint(1)\n")
    assert on_cpu("# runs on the CPU of Linux: it forks\n") == "it forks"


def test_the_repository_has_a_record_of_a_cpu_and_none_that_deviates_too_far(
    project: Project,
) -> None:
    found = records.read(project.root)
    assert found[0].device == "cpu"
    for record in found:
        assert record.deviations.keys() <= record.snippets.keys()
        assert all(0 < deviation <= 1 for deviation in record.deviations.values())
