"""What each cell of a printed matrix is made of, in numbers, for the site's heatmaps.

`trace` watches a snippet run, and what it saw of the matrices that the snippet
printed lies beside the snippet, as ``scores.cells.json``. Nothing in it is typed or
guessed: a cell of which nothing is known has no part, and the part of any other gives
what was printed.

The file has one entry a matrix, in the order of the output, null where nothing is
known of it; what an entry lacks is not known::

    rows, columns   the words that they belong to
    role            score, weight or context, by how the numbers came about
    parts           calculations, each of several cells
    cells           a row of characters for each row of the matrix: the place of the
                    cell's part among them, or a dot

    names, inner    of any: what the block calls the matrices; the words of the terms
    product         left: the numbers of the left factor, by row; right: those of the
                    right one, by column; bias: what is added, by column
    softmax         of: the numbers that share, by row; at: by column, which one of
                    them a cell is
    + − × /         left and right: by row, or one number for all cells
    fill            value: what the cell was set to
"""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from publish.cells.recipes import Recipe, Slots, recipe
from publish.digits import last_digit
from publish.execute import figures
from publish.execute.block import Result, execute

if TYPE_CHECKING:  # torch is imported when a block is run, not before
    from publish.cells.origins import Origins
    from publish.cells.trace import Trace

# As in docs/assets/explore.js: the rows, and what torch printed behind them.
MATRIX = re.compile(r"tensor\(\[(\[[^\[\]()]*\](?:,\s*\[[^\[\]()]*\])*)\]([^()]*)\)")
DECIMAL = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]\d+)?")
PLACES = "0123456789abcdefghijklmnopqrstuvwxyz"
SIGNS = frozenset("+−×/")
NUMERIC = re.compile(r"-?(?:\d+\.\d*(?:e[-+]\d+)?|inf|nan)")

Matrix = list[list[str]]
Entry = dict[str, Any]


def matrices(text: str) -> list[Matrix]:
    """The matrices in a printed text, cell by cell, as they are printed."""
    return [rows for _, rows in in_place(text)]


def in_place(text: str) -> list[tuple[re.Match[str], Matrix]]:
    """The same, each with its place in the text."""
    found = [(match, _cells(match[1])) for match in MATRIX.finditer(text)]
    return [(match, rows) for match, rows in found if rows]


def _cells(text: str) -> Matrix | None:
    """None if rows differ in length, or were cut short by torch."""
    rows = [re.split(r",\s*", row.strip()) for row in re.findall(r"\[([^]]*)\]", text)]
    whole = "..." not in text and len({len(row) for row in rows}) == 1
    return rows if whole and rows[0] != [""] else None


def watched(code: str, name: str, root: Path) -> Result:
    """Executes a block, and tells what the matrices that it prints are made of.

    None of them is in ``cells`` if there is nothing to tell.
    """
    import torch

    from publish.cells.trace import Trace

    trace = Trace()
    with patch.object(torch._tensor_str, "_str", trace.write):
        result = execute(code, name, root, watch=trace)
    entries = list(_entries(result.stdout, trace))
    result.cells = entries if any(entries) else []
    return result


def _entries(text: str, trace: "Trace") -> Iterator[Entry | None]:
    printed = list(trace.printed)
    for match, cells in in_place(text):
        one = next((one for one in printed if one[0] == match[0]), None)
        if one:
            printed.remove(one)
        yield entry(cells, one[1], trace.origins) if one else None


def entry(cells: Matrix, ids: list[list[int]], origins: "Origins") -> Entry | None:
    """What is known of one matrix."""
    found = _words(ids, origins)
    roles = {origins.step(number).role for row in ids for number in row}
    if len(roles) == 1 and None not in roles:
        found["role"] = roles.pop()
    recipes = {}
    for row, shown in enumerate(cells):
        for column, text in enumerate(shown):
            made = recipe(ids[row][column], origins)
            if made and agrees(made.value, text):
                recipes[row, column] = made
    size = len(cells), len(cells[0])
    return found | _together(recipes, size) or None


def _words(ids: list[list[int]], origins: "Origins") -> Entry:
    """The words of the rows and of the columns, where all cells agree on one."""
    import torch

    lines_of = torch.tensor(ids)
    found: Entry = {}
    used = set()
    for name, lines in (("rows", lines_of), ("columns", lines_of.T)):
        for kind, words in enumerate(origins.words(lines)):
            if kind in used or not bool((words == words[:, :1]).all()):
                continue
            belongs = words[:, 0].tolist()
            if all(belongs):
                found[name] = [origins.vocabulary[word] for word in belongs]
                used.add(kind)
                break
    return found


def agrees(value: float, text: str) -> bool:
    """Whether a value is what was printed, within one unit of its last digit."""
    if not NUMERIC.fullmatch(text):
        return False
    printed = float(text)
    if not (math.isfinite(value) and math.isfinite(printed)):
        return value == printed or (math.isnan(value) and math.isnan(printed))
    unit = 10.0 ** last_digit(text) if re.search(r"\.\d", text) else 1e-4
    return abs(value - printed) <= 1.000001 * unit


def _together(recipes: dict[tuple[int, int], Recipe], size: tuple[int, int]) -> Entry:
    """The cells of a matrix, in as few parts as they fit into."""
    parts: list[tuple[Recipe, Slots]] = []
    which = [["."] * size[1] for _ in range(size[0])]
    for (row, column), made in recipes.items():
        slots = made.slots(row, column)
        fitting = (
            place
            for place, (first, known) in enumerate(parts)
            if made.like(first)
            and all(known.get(key, text) == text for key, text in slots.items())
        )
        place = next(fitting, len(parts))
        if place == len(parts):
            parts.append((made, {}))
        parts[place][1].update(slots)
        which[row][column] = PLACES[place % len(PLACES)]
    if not parts or len(parts) > len(PLACES):
        return {}
    return {
        "parts": [_written(made, slots, size) for made, slots in parts],
        "cells": ["".join(row) for row in which],
    }


def _written(part: Recipe, made: Slots, size: tuple[int, int]) -> Entry:
    """A part as it is stored."""
    found: Entry = {"kind": part.kind}
    if any(part.names):
        found["names"] = list(part.names)
    if part.inner:
        found["inner"] = list(part.inner)
    height, width = size
    for name in dict.fromkeys(key[0] for key in made):
        slots = {key[1:]: text for key, text in made.items() if key[0] == name}
        if name == "value":
            found[name] = slots[()]
        elif part.kind in SIGNS:
            if len(set(slots.values())) == 1 and name == "right":
                found[name] = slots.popitem()[1]
                continue
            rows = (
                [slots.get((r, c), ".") for c in range(width)] for r in range(height)
            )
            found[name] = [" ".join(row) for row in rows]
        else:
            length = height if name in ("left", "of") else width
            found[name] = [slots.get((place,), "") for place in range(length)]
    return found


def same(stored: Any, got: Any) -> bool:
    """Whether two machines found the same, where float32 lets them."""
    return not figures.differences(_numbers(stored), _numbers(got))


def _numbers(entry: Any) -> Any:
    """An entry with its texts as lists of numbers and words."""
    if isinstance(entry, dict):
        return {name: _numbers(value) for name, value in entry.items()}
    if isinstance(entry, list):
        return [_numbers(value) for value in entry]
    words = entry.split() if isinstance(entry, str) else [entry]
    return [float(w) if DECIMAL.fullmatch(str(w)) else w for w in words]
