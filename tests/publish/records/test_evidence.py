"""Records of runs: what they say, when they count, and that nobody edits them."""

import json
from pathlib import Path

import pytest

from publish.outputs.accept import accept
from publish.outputs.results import Outputs
from publish.project import Snippet
from publish.records import evidence
from publish.records.evidence import Marks, Record
from publish.run.block import Result
from tests.course_of_one_page import Course, snippets_alone

PACKAGE = {
    "__init__": "from attention.a import f\nfrom attention.b import g, h\n",
    "a": "from attention.b import g\n\n\ndef f(x):\n    return g(x)\n",
    "b": "def g(x):\n    return x + 1\n\n\ndef h(x):\n    return x\n",
}
SNIPPETS = {
    "uses_f": "from attention import f\nprint(f(1))\n",
    "uses_g": "from attention import g\nprint(g(1))\n",
    "uses_h": "from attention import h\nprint(h(1))\n",
    "uses_none": "print(1)\n",
}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    for name, text in PACKAGE.items():
        path = tmp_path / "own" / "attention" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return snippets_alone(tmp_path, tmp_path / "own", **SNIPPETS)


@pytest.fixture
def record(course: Course) -> Record:
    results = {snippet: Result() for snippet in course.snippets}
    problems: dict[Snippet, list[str]] = {key: [] for key in results}
    return evidence.make(course, "cpu", "a processor", results, problems)


def stale(course: Course, record: Record) -> set[str]:
    marks = Marks(course.root)
    return {s.idea for s in course.snippets if not marks.is_fresh(record, s)}


def test_a_fresh_record_speaks_of_every_snippet(course: Course, record: Record) -> None:
    assert stale(course, record) == set()
    assert record.name.startswith("cpu-")


@pytest.mark.parametrize(
    ("file", "old", "new", "gone"),
    [
        ("attention/b.py", "x + 1", "x + 2", {"uses_f", "uses_g"}),
        ("attention/a.py", "g(x)", "-g(x)", {"uses_f"}),
        ("attention/b.py", "    return x\n", "    return -x\n", {"uses_h"}),
        ("attention/b.py", "def h(x)", "# A comment.\ndef h(x)", set()),
        ("snippets/part/page/uses_none.py", "1", "2", {"uses_none"}),
    ],
)
def test_a_change_takes_the_marks_of_those_that_it_reaches_and_no_others(
    course: Course, record: Record, file: str, old: str, new: str, gone: set[str]
) -> None:
    path = course.root / file
    before = path.read_text()
    path.write_text(before.replace(old, new))
    assert stale(course, record) == gone
    path.write_text(before)
    assert stale(course, record) == set()


def test_what_is_written_is_read_again(course: Course, record: Record) -> None:
    path = evidence.write(course, record)
    assert path.parent == course.root / "evidence"
    assert evidence.read(course.root) == [record]


def test_a_record_edited_by_hand_is_refused(course: Course, record: Record) -> None:
    path = evidence.write(course, record)
    text = path.read_text()
    without = {
        name: value for name, value in json.loads(text).items() if name != "seal"
    }
    edited = text.replace('"deviation": 0.0', '"deviation": 0.5', 1)
    for altered in (edited, json.dumps(without)):
        path.write_text(altered)
        with pytest.raises(ValueError, match=r"not as its run wrote it: .* by hand"):
            evidence.read(course.root)


def test_a_snippet_that_prints_another_count_of_numbers_is_a_problem(
    course: Course,
) -> None:
    """And no reason to stop: nothing is measured of what differs."""
    course.write("snippets/part/page/uses_none.py", "print(0.25)\n")
    accept(course)
    snippet, outputs = course.snippet("part/page/uses_none"), Outputs(course)
    result = outputs.result(snippet)
    result.stdout = "0.25 0.5\n"
    problems = outputs.differs(snippet, result)
    assert problems
    results = {snippet: result}, {snippet: problems}
    assert evidence.make(course, "cpu", "a processor", *results).snippets == {}
