"""What printed matrices are made of: seen while a block runs, and true."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from publish.cells import entries as cells
from publish.cells.recipes import calculate, read, share
from publish.outputs import store
from publish.outputs.accept import accept
from publish.outputs.results import Outputs
from publish.project import Project
from publish.run.apart import apart, run
from publish.site.build import remove_assets, write_assets
from tests.course_of_one_page import snippets_alone

# The parts on whose pages cells explain themselves.
EXPLAINED = ("self-attention", "causal", "multi-head")
WORDS = ["your", "journey", "starts", "with", "one", "step"]


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
        along, across = (column, row) if part.get("down") else (row, column)
        return share(part["of"][along], int(part["at"][across]))
    pair = [
        one if isinstance(one, str) else one[row].split()[column]
        for one in (part["left"], part["right"])
    ]
    return calculate(part["kind"], float(pair[0]), float(pair[1]))


def entries(code: str, project: Project) -> list[cells.Entry | None]:
    """What is known of the matrices that a block prints."""
    result = apart(cells.watched, code, "block.py", project.root)
    assert result.error is None
    return result.cells or [None for _ in cells.matrices(result.stdout)]


def only(code: str, project: Project) -> cells.Entry:
    (entry,) = entries("import torch\nfrom attention import inputs\n" + code, project)
    return entry or {}


def kinds(entry: cells.Entry) -> list[str]:
    return [part["kind"] for part in entry.get("parts", [])]


# --- reading -------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "tensor([[[1., 2.]]])",
        "tensor([[1., 2.],\n        [3.]])",
        "tensor([[1., ..., 2.],\n        [1., ..., 2.]])",
        "tensor([], size=(0, 3))",
        "[[1, 2], [3, 4]]",
    ],
)
def test_what_is_no_whole_matrix_is_left_alone(text: str) -> None:
    assert cells.matrices(text) == []


@pytest.mark.parametrize(
    ("value", "text", "agrees"),
    [
        (0.12345, "0.1234", True),
        (0.1233, "0.1234", True),
        (0.1232, "0.1234", False),
        (2.0, "2.", True),
        (2.01, "2.", False),
        (1.3e-5, "1.2500e-05", False),
        (1.2501e-5, "1.2500e-05", True),
        (float("-inf"), "-inf", True),
        (float("nan"), "nan", True),
        (1.0, "nan", False),
        (1.0, "True", False),
        (1.0, "1", False),
    ],
)
def test_a_value_is_what_was_printed_within_one_unit(
    value: float, text: str, agrees: bool
) -> None:
    assert cells.agrees(value, text) is agrees


# --- watching ------------------------------------------------------------------


def test_a_product_has_its_row_its_column_and_their_names(project: Project) -> None:
    entry = only("print(inputs @ inputs.T)", project)
    (part,) = entry["parts"]
    assert part["left"][1] == "0.55 0.87 0.66"
    assert part["right"][0] == "0.43 0.15 0.89"
    assert part["names"] == ["inputs", "inputs.T"]
    assert entry["rows"] == entry["columns"] == WORDS
    assert entry["role"] == "score"
    assert entry["cells"] == ["000000"] * 6
    assert value(entry, 1, 0) == pytest.approx(0.9544)


@pytest.mark.parametrize(
    "code",
    [
        "print(torch.softmax(inputs, dim=0))",
        "print(torch.softmax(inputs, dim=-1).T)",
    ],
)
def test_a_softmax_down_the_columns_is_known_as_one(
    code: str, project: Project
) -> None:
    (part,) = only(code, project)["parts"]
    assert part["down"]


def test_what_was_hidden_is_told_from_what_was_divided(project: Project) -> None:
    code = """
later = torch.ones(3, 3, dtype=torch.bool).triu(1)
scores = inputs[:3] @ inputs[:3].T / 3**0.5
print(scores.masked_fill(later, -torch.inf))"""
    entry = only(code, project)
    assert kinds(entry) == ["/", "fill"]
    assert entry["cells"] == ["011", "001", "000"]
    assert entry["parts"][0]["right"] == "1.732051"
    assert value(entry, 0, 1) == float("-inf")


def test_in_place_is_seen_through_views(project: Project) -> None:
    code = "x = inputs.clone()\nx[1] += 1.0\nx[:, 2].mul_(2.0)\nprint(x)"
    entry = only(code, project)
    assert kinds(entry) == ["×", "+"]
    assert entry["cells"] == ["..0", "110", "..0", "..0", "..0", "..0"]


@pytest.mark.parametrize(
    "code",
    [
        "print(torch.cumsum(inputs, dim=0))",  # not one of the kinds
        "x = inputs @ inputs.T\nx.sigmoid_()\nprint(x)",  # something else since
        "print((torch.ones(2, 40) @ torch.ones(40, 2)))",  # more than one would read
        "print(torch.rand(3, 3))",
        "x = inputs @ inputs.T\nx.data_ptr()\nprint(x.numpy().tolist())",
        "x = (inputs @ inputs.T).double().numpy()\nx[:] = 1\nprint(torch.tensor(x))",
    ],
)
def test_what_is_not_known_is_not_told(code: str, project: Project) -> None:
    found = entries("import torch\nfrom attention import inputs\n" + code, project)
    assert [one for one in found if one and "parts" in one] == []


def test_a_block_that_trains_for_long_is_not_told(project: Project) -> None:
    code = "x = inputs\nfor _ in range(90):\n    x = x + 1e-6\nprint(x @ x.T)"
    assert kinds(only(code, project)) == ["product"]
    fewer = "from publish.cells import trace\ntrace.MOST = 90\n"
    assert only(fewer + code, project) == {}


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


def stored(project: Project) -> list[tuple[str, str, list[cells.Entry | None]]]:
    """For each file of cells: the snippet, what it printed, and what is known of it."""
    found = []
    for snippet in project.snippets:
        for path in store.stored_files(snippet):
            if path.name.endswith(store.CELLS):
                out = path.with_name(path.name.replace(store.CELLS, ".out"))
                known = json.loads(path.read_text(encoding="utf-8"))
                found.append((snippet.id, out.read_text(encoding="utf-8"), known))
    return found


def test_every_explanation_gives_the_printed_number(project: Project) -> None:
    wrong = []
    for name, text, known in stored(project):
        matrices = cells.matrices(text)
        assert len(matrices) == len(known), name
        for matrix, entry in zip(matrices, known, strict=True):
            for row, shown in enumerate(matrix):
                for column, printed in enumerate(shown):
                    found = value(entry, row, column) if entry else None
                    if found is not None and not cells.agrees(found, printed):
                        wrong.append(f"{name} [{row}, {column}]: {found} is {printed}")
    assert wrong == []


def test_scores_weights_and_contexts_of_parts_two_to_four_are_known(
    project: Project,
) -> None:
    silent = []
    for name, text, known in stored(project):
        if name.split("/")[0] not in EXPLAINED:
            continue
        for matrix, entry in zip(cells.matrices(text), known, strict=True):
            if entry and "role" in entry:
                told = "".join(entry.get("cells", ["."]))
                if len(told) != len(matrix) * len(matrix[0]) or "." in told:
                    silent.append(name)
    assert silent == []


# --- and compared --------------------------------------------------------------


def test_two_machines_may_differ_in_the_last_digits(project: Project) -> None:
    entry = only("print(inputs @ inputs.T)", project)
    other = copy.deepcopy(entry)
    other["parts"][0]["left"][1] = "0.550001 0.87 0.659998"
    assert cells.same([entry], [other])
    other["parts"][0]["left"][1] = "0.5501 0.87 0.66"
    assert not cells.same([entry], [other])
    assert not cells.same([entry], [None])
    assert not cells.same([entry], [])


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
    path.write_text(path.read_text("utf-8").replace("0.43 ", "0.44 "), "utf-8")
    edited, differs = Outputs(course).differences(snippet)
    assert "scores.cells.json is not what was accepted" in edited
    assert "its cells are made of something else now" in differs
    ledger = store.read_ledger(course)
    ledger[snippet.id]["files"][path.name] = store.digest(path.read_bytes())
    store.write_ledger(course, ledger)
    assert Outputs(course).differences(snippet) == [differs]
    diff, _ = accept(course)
    assert diff == ["explained anew: snippets/part/page/scores.cells.json"]
    assert Outputs(course).differences(snippet) == []


def test_a_run_that_nobody_watched_says_nothing_of_cells(course: Project) -> None:
    snippet = course.snippet("part/page/scores")
    result = run(snippet.code, str(snippet.path), course.root)
    assert result.cells is None
    assert Outputs(course).differs(snippet, result) == []


def test_a_page_gets_what_is_known_as_a_script(course: Project) -> None:
    folder = course.snippets_dir / "part" / "page"
    assert (folder / "scores.cells.json").exists()
    assert not (folder / "plain.cells.json").exists()
    written = write_assets(course, ["part/page.md"])
    page = course.docs / "cells" / "part" / "page.js"
    assert {path for path in written if path.suffix == ".js"} == {page}
    script = page.read_text(encoding="utf-8")
    head, tail = "var cells = ", ";\n"
    assert script.startswith(head)
    told = json.loads(script.removeprefix(head).removesuffix(tail))
    assert told.keys() == {"scores"}
    assert told["scores"][0]["rows"] == WORDS
    remove_assets(course, but=set())
    assert not page.exists()
