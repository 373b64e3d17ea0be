"""Records of runs: what they say, when they count, and that nobody edits them."""

import json
from pathlib import Path

import pytest

from publish.execute.block import Result
from publish.project import Snippet
from publish.records import evidence
from publish.records.evidence import Marks, Record
from publish.snapshots.accept import accept
from publish.snapshots.results import Outputs
from tests.course_of_one_page import Course, snippets_alone

SNIPPETS = {
    "one": "print(0.25)\n",
    "two": "from attention import f\nprint(f(2))\n",
}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    (tmp_path / "own" / "attention").mkdir(parents=True)
    package = tmp_path / "own" / "attention" / "__init__.py"
    package.write_text("def f(x):\n    return x\n\n\ndef g(x):\n    return x\n")
    return snippets_alone(tmp_path, tmp_path / "own", **SNIPPETS)


@pytest.fixture
def record(course: Course) -> Record:
    results = {snippet: Result() for snippet in course.snippets}
    problems: dict[Snippet, list[str]] = {key: [] for key in results}
    return evidence.make(course, "cpu", "a processor", results, problems)


def test_a_record_speaks_of_the_snippets_that_are_as_they_were(
    course: Course, record: Record
) -> None:
    def fresh() -> list[str]:
        marks = Marks(course.root)
        return [s.idea for s in course.snippets if marks.is_fresh(record, s)]

    assert fresh() == ["one", "two"]
    package = course.root / "attention" / "__init__.py"
    text = package.read_text()
    package.write_text(text.replace("g(x):\n    return", "g(x):\n    return -"))
    assert fresh() == ["one", "two"], "nobody reaches that"
    package.write_text(text.replace("return", "return -", 1))
    assert fresh() == ["one"]
    course.write("snippets/part/page/one.py", "print(3)\n")
    assert fresh() == []
    path = evidence.write(course, record)
    assert path.parent == course.root / "evidence"
    assert path.name.startswith("cpu-")
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
    accept(course)
    snippet, outputs = course.snippet("part/page/one"), Outputs(course)
    result = outputs.result(snippet)
    result.stdout = "0.25 0.5\n"
    problems = outputs.differs(snippet, result)
    assert problems
    results = {snippet: result}, {snippet: problems}
    assert evidence.make(course, "cpu", "a processor", *results).snippets == {}
