"""What printed matrices are made of: seen while a block runs, and true."""

import json
from pathlib import Path
from typing import Any

import pytest

from publish.cells import entries as cells
from publish.cells.recipes import calculate, read, share
from publish.execute.processes import apart, run
from publish.project import Project
from publish.snapshots import store
from publish.snapshots.accept import accept
from publish.snapshots.results import Outputs
from tests.course_of_one_page import snippets_alone

# The parts on whose pages cells explain themselves.
EXPLAINED = ("self-attention", "causal", "multi-head")


def value(entry: dict[str, Any], row: int, column: int) -> float | None:
    """What a cell is, computed from what its entry says; None if that is nothing."""
    place = entry["cells"][row][column] if "cells" in entry else "."
    if place == ".":
        return None
    part = entry["parts"][cells.PLACES.index(place)]
    if part["kind"] == "fill":
        return float(part["value"])
    if part["kind"] == "product":
        terms = zip(read(part["left"][row]), read(part["right"][column]), strict=True)
        bias = float(part["bias"][column]) if "bias" in part else 0.0
        return sum((x * y for x, y in terms), bias)
    if part["kind"] == "softmax":
        return share(part["of"][row], int(part["at"][column]))
    pair = [
        one if isinstance(one, str) else one[row].split()[column]
        for one in (part["left"], part["right"])
    ]
    return calculate(part["kind"], float(pair[0]), float(pair[1]))


def entries(code: str, project: Project) -> list[cells.Entry | None]:
    """What is known of the matrices that a block prints."""
    code = f"import torch\nfrom attention import inputs\n{code}"
    result = apart(cells.watched, code, "block.py", project.root)
    assert result.error is None
    return result.cells or [None for _ in cells.matrices(result.stdout)]


def test_a_value_is_what_was_printed_within_one_unit() -> None:
    assert cells.agrees(0.1233, "0.1234")
    assert cells.agrees(1.2501e-5, "1.2500e-05")
    for value, text in ((0.1232, "0.1234"), (1.3e-5, "1.2500e-05"), (1.0, "True")):
        assert not cells.agrees(value, text)


# --- watching ------------------------------------------------------------------


def test_what_was_hidden_is_told_from_what_was_divided(project: Project) -> None:
    code = """
later = torch.ones(3, 3, dtype=torch.bool).triu(1)
scores = inputs[:3] @ inputs[:3].T / 3**0.5
print(scores.masked_fill(later, -torch.inf))"""
    (entry,) = entries(code, project)
    assert entry
    assert [part["kind"] for part in entry["parts"]] == ["/", "fill"]
    assert entry["cells"] == ["011", "001", "000"]
    assert entry["parts"][0]["right"] == "1.732051"
    assert entry["rows"] == entry["columns"] == ["your", "journey", "starts"]


@pytest.mark.parametrize(
    "code",
    [
        "print(torch.cumsum(inputs, dim=0))",  # not one of the kinds
        "print(torch.softmax(torch.ones(3, 3), dim=0))",  # down the columns
        "x = inputs @ inputs.T\nx.sigmoid_()\nprint(x)",  # something else since
        "print((torch.ones(2, 40) @ torch.ones(40, 2)))",  # more than one would read
        "print(torch.rand(3, 3))",
        "x = inputs @ inputs.T\nx.data_ptr()\nprint(x.numpy().tolist())",
        "x = (inputs @ inputs.T).double().numpy()\nx[:] = 1\nprint(torch.tensor(x))",
        "from publish.cells import trace\ntrace.MOST = 90\nx = inputs\n"
        "for _ in range(90):\n    x = x + 1e-6\nprint(x @ x.T)",  # it trains for long
    ],
)
def test_what_is_not_known_is_not_told(code: str, project: Project) -> None:
    assert [one for one in entries(code, project) if one and "parts" in one] == []


@pytest.mark.parametrize("end", ["print(watched)", "1 / (not watched)"])
def test_a_block_that_minds_being_watched_does_what_it_does_unwatched(
    project: Project, tmp_path: Path, end: str
) -> None:
    code = f"""
import torch
from torch.utils._python_dispatch import _get_current_dispatch_mode
watched = _get_current_dispatch_mode() is not None
print(torch.ones(2, 2) @ torch.ones(2, 2))
{end}"""
    course = snippets_alone(tmp_path, project.root, minds=code)
    result = Outputs(course).result(course.snippet("part/page/minds"))
    assert not result.cells
    assert "True" not in result.stdout


# --- what is stored ------------------------------------------------------------


def test_every_explanation_gives_the_printed_number_and_lessons_lack_none(
    project: Project,
) -> None:
    wrong = []
    for path in project.snippets_dir.rglob(f"*{store.CELLS}"):
        name = path.relative_to(project.snippets_dir).as_posix()
        text = path.with_name(path.name.replace(store.CELLS, ".out")).read_text("utf-8")
        pairs = zip(
            cells.matrices(text), json.loads(path.read_text("utf-8")), strict=True
        )
        for matrix, entry in pairs:
            for row, shown in enumerate(matrix):
                for column, printed in enumerate(shown):
                    found = value(entry, row, column) if entry else None
                    if found is not None and not cells.agrees(found, printed):
                        wrong.append(f"{name} [{row}, {column}]: {found} is {printed}")
            asked = name.split("/")[0] in EXPLAINED and entry and "role" in entry
            told = "".join(entry.get("cells", ["."])) if entry else ""
            if asked and (len(told) != len(matrix) * len(matrix[0]) or "." in told):
                wrong.append(f"{name} has cells of which nothing is told")
    assert wrong == []


# --- and compared --------------------------------------------------------------


@pytest.fixture
def course(project: Project, tmp_path: Path) -> Project:
    """A course of two snippets, of which one prints a matrix; both are accepted."""
    code = "from attention import inputs\n\nprint(inputs @ inputs.T)\n"
    plain = "print(1)\n"
    course = snippets_alone(tmp_path, project.root, scores=code, plain=plain)
    accept(course)
    return course


def test_an_altered_explanation_is_noticed(course: Project) -> None:
    snippet = course.snippet("part/page/scores")
    path = snippet.stored(store.CELLS)
    known = json.loads(path.read_text("utf-8"))
    other = json.loads(path.read_text("utf-8").replace("0.55 ", "0.550001 ", 1))
    assert other != known
    assert cells.same(known, other), "as on another machine"
    path.write_text(path.read_text("utf-8").replace("0.43 ", "0.44 "), "utf-8")
    edited, differs = Outputs(course).differences(snippet)
    assert "scores.cells.json is not what was accepted" in edited
    assert "its cells are made of something else now" in differs
    diff, _ = accept(course)
    assert diff == ["explained anew: snippets/part/page/scores.cells.json"]
    result = run(snippet.code, str(snippet.path), course.root)
    assert result.cells is None, "nobody watched"
    assert Outputs(course).differs(snippet, result) == []
