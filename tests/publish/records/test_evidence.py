"""Records of runs: what they say, when they count, and that nobody edits them."""

import json
from pathlib import Path

import pytest

from publish.records import evidence
from publish.records.evidence import Checked, Record, is_fresh
from publish.project import Project, Snippet
from publish.outputs.reach import Package

PACKAGE = {
    "__init__": "from attention.a import f\nfrom attention.b import g, h\n",
    "a": "from attention.b import g\n\n\ndef f(x):\n    return g(x)\n",
    "b": "def g(x):\n    return x + 1\n\n\ndef h(x):\n    return x\n",
}
SNIPPETS = {
    "uses-f": "from attention import f\nprint(f(1))\n",
    "uses-g": "from attention import g\nprint(g(1))\n",
    "uses-h": "from attention import h\nprint(h(1))\n",
    "uses-none": "print(1)\n",
}


@pytest.fixture
def course(tmp_path: Path) -> Project:
    for name, text in PACKAGE.items():
        path = tmp_path / "attention" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    for name, text in SNIPPETS.items():
        path = tmp_path / "snippets" / "part" / "page" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Project(tmp_path)


@pytest.fixture
def record(course: Project) -> Record:
    runs = [Checked(snippet.id, [], 0.0, 0.1) for snippet in course.snippets]
    return evidence.make(course, "cpu", "a processor", runs)


def stale(course: Project, record: Record) -> set[str]:
    package = Package(course.root / "attention")
    return {s.idea for s in course.snippets if not is_fresh(record, s, package)}


def test_a_fresh_record_speaks_of_every_snippet(
    course: Project, record: Record
) -> None:
    assert stale(course, record) == set()
    assert record.name.startswith("cpu-")


@pytest.mark.parametrize(
    ("file", "old", "new", "gone"),
    [
        ("attention/b.py", "x + 1", "x + 2", {"uses-f", "uses-g"}),
        ("attention/a.py", "g(x)", "-g(x)", {"uses-f"}),
        ("attention/b.py", "    return x\n", "    return -x\n", {"uses-h"}),
        ("attention/b.py", "def h(x)", "# A comment.\ndef h(x)", set()),
        ("snippets/part/page/uses-none.py", "1", "2", {"uses-none"}),
    ],
)
def test_a_change_takes_the_marks_of_those_that_it_reaches_and_no_others(
    course: Project, record: Record, file: str, old: str, new: str, gone: set[str]
) -> None:
    path = course.root / file
    before = path.read_text()
    path.write_text(before.replace(old, new))
    assert stale(course, record) == gone
    path.write_text(before)
    assert stale(course, record) == set()


def test_a_snippet_that_failed_has_no_entry(course: Project) -> None:
    failed = Checked("part/page/uses-f", ["it prints something else"], 3.0, 0.1)
    assert evidence.make(course, "cpu", "a processor", [failed]).snippets == {}


def test_what_is_written_is_read_again(course: Project, record: Record) -> None:
    path = evidence.write(course, record)
    assert path.parent == course.root / "evidence"
    assert evidence.read(course.root) == [record]


def test_a_record_edited_by_hand_is_refused(course: Project, record: Record) -> None:
    path = evidence.write(course, record)
    path.write_text(path.read_text().replace('"deviation": 0.0', '"deviation": 0.5', 1))
    with pytest.raises(
        ValueError, match=r"is not as its run wrote it: .* never by hand"
    ):
        evidence.read(course.root)


def test_a_record_without_its_seal_is_refused(course: Project, record: Record) -> None:
    path = evidence.write(course, record)
    body = json.loads(path.read_text())
    del body["seal"]
    path.write_text(json.dumps(body))
    with pytest.raises(ValueError, match="is not as its run wrote it"):
        evidence.read(course.root)


def test_an_unknown_snippet_is_never_fresh(course: Project, record: Record) -> None:
    other = course.root / "snippets" / "part" / "page" / "other.py"
    other.write_text("print(2)\n")
    package = Package(course.root / "attention")
    assert not is_fresh(record, Snippet("part/page/other", course.root), package)
