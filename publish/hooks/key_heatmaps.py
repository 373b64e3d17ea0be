"""The heatmaps of a lesson that are open when its page opens.

A page names their blocks in its front matter, ``heatmap: all-weights, one-row``. What
the scripts would make of the outputs (docs/assets/grid.js) is then in the page already,
so that nothing moves and nothing more is loaded; they take its place when a reader
chooses a cell. One cell is explained without being asked: the largest off the diagonal,
in the words that the scripts have for it. Without scripts, and on paper, there is the
text.
"""

import json
import math
import re
from pathlib import Path
from typing import Any

from jinja2 import Template

from publish.cells.entries import PLACES, Entry, Matrix, in_place
from publish.project import Project, Snippet
from publish.snapshots import store

KINDS = {"score": "scores", "weight": "weights", "context": "context vectors"}
STYLE = '<link rel="stylesheet" href="{root}assets/grid.css"></head>'
TABLES = Path(__file__).with_name("matrices.html.j2").read_text(encoding="utf-8")


def with_key_heatmap(project: Project, page: str, text: str) -> str:
    """The HTML of ``page`` with its heatmaps open; as it is if the page names none."""
    ideas = str(project.page(page).about.get("heatmap", "")).replace(",", " ").split()
    for idea in ideas:
        text = _opened(project, page, idea, text)
    root = "../" * project.url(page).count("/")
    return text.replace("</head>", STYLE.format(root=root), 1) if ideas else text


def cells(project: Project, page: str) -> tuple[str, str]:
    """What cells of a page's matrices are made of: where grid.js looks, as a script."""
    known = {
        snippet.idea: json.loads(path.read_text(encoding="utf-8"))
        for snippet in project.snippets_of(page)
        if (path := snippet.stored(store.CELLS)).exists()
    }
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    return f"cells/{page.removesuffix('.md')}.js", f"var cells = {text};\n"


def _opened(project: Project, page: str, idea: str, text: str) -> str:
    snippet = project.snippet(page.removesuffix(".md") + f"/{idea}")
    output = re.compile(
        rf'(<div[^>]* id="code-{re.escape(idea)}".*?'
        r'<div[^>]*class="[^"]*\boutput\b[^>]*>.*?)<pre>(.*?</pre>)',
        re.DOTALL,
    )
    made = rendered(snippet)
    text, found = output.subn(
        lambda at: f"{at[1]}<pre hidden>{at[2]}{made}", text, count=1
    )
    if not found:
        raise ValueError(f"docs/{page} names the heatmap of {idea}, which it lacks")
    return text


def rendered(snippet: Snippet) -> str:
    """What a snippet printed, its matrices as tables."""
    text = snippet.stored(".out").read_text(encoding="utf-8")
    stored = snippet.stored(store.CELLS)
    known = json.loads(stored.read_text(encoding="utf-8")) if stored.exists() else []
    parts: list[Any] = []
    end = 0
    for match, values in in_place(text):
        entry = (known.pop(0) if known else None) or {}
        parts += [text[end : match.start()].strip()]
        parts += [_explained(values, entry, match[2].lstrip(", \n"))]
        end = match.end()
    parts += [text[end:].strip()]
    return Template(TABLES, autoescape=True).render(parts=filter(None, parts))


def _explained(values: Matrix, entry: Entry, more: str) -> dict[str, Any]:
    """What the template says of a matrix."""
    role = entry.get("role") or ""
    size = f"{len(values)} × {len(values[0])}"
    known = [text for row in values for text in row if math.isfinite(_value(text))]
    known = ["0", "1"] if role == "weight" else sorted(known, key=_value)
    names = _names(values, entry.get("rows"))
    columns = _names(values[0], entry.get("columns"))
    lit = _example(values, entry)
    cells = [
        [(text, _heat(text, known), (r, c) == lit) for c, text in enumerate(row)]
        for r, row in enumerate(values)
    ]
    return {
        "role": role,
        "caption": ", ".join(filter(None, (size, KINDS.get(role), more))),
        "ends": [_pretty(known[end]) for end in (0, -1) if role],
        "columns": columns,
        "rows": list(zip(names, cells, strict=True)),
        "who": lit and f"{names[lit[0]]}, {columns[lit[1]]}",
        "made": lit and _made(values, entry, *lit),
    }


def _example(values: Matrix, entry: Entry) -> tuple[int, int] | None:
    """The cell that is explained: the largest off the diagonal, if there is any."""
    known = [
        (row, column)
        for row, line in enumerate(entry.get("cells", []))
        for column, part in enumerate(line)
        if part != "." and math.isfinite(_value(values[row][column]))
    ]
    known = [(row, column) for row, column in known if row != column] or known
    return max(known, key=lambda at: _value(values[at[0]][at[1]]), default=None)


def _made(values: Matrix, entry: Entry, row: int, column: int) -> str:
    """What a cell was made of, as docs/assets/grid.js says it."""
    part = entry["parts"][PLACES.index(entry["cells"][row][column])]
    said = _formula(part, row, column)
    return (
        said if part["kind"] == "fill" else f"{said} = {_pretty(values[row][column])}"
    )


def _formula(part: dict[str, Any], row: int, column: int) -> str:
    """The calculation of a cell, in numbers."""

    kind = part["kind"]
    if kind == "fill":
        return f"set to {_pretty(part['value'])}"
    if kind == "softmax":
        powers = [f"exp({_pretty(score)})" for score in part["of"][row].split(" ")]
        return f"{powers[int(part['at'][column])]} / ({' + '.join(powers)})"
    left = part["left"][row].split(" ")
    if kind == "product":
        right = part["right"][column].split(" ")
        signed = [_pretty(left[0]), *map(_after, left[1:])]
        terms = [f"{a} × {_after(b)}" for a, b in zip(signed, right, strict=True)]
        terms += [_after(part["bias"][column])] if "bias" in part else []
        return " + ".join(terms)
    right = part["right"]  # by row, or one number for all cells
    other = right if isinstance(right, str) else right[row].split(" ")[column]
    return f"{_pretty(left[column])} {kind} {_after(other)}"


def _heat(text: str, known: list[str]) -> str:
    """How much of its colour a cell has, between the ends of a scale."""
    if not math.isfinite(_value(text)):
        return ""
    low, span = _value(known[0]), _value(known[-1]) - _value(known[0]) or 1.0
    share = min(1.0, max(0.0, (_value(text) - low) / span))
    return f"{math.floor(100 * share + 0.5)}%"


def _value(text: str) -> float:
    return float(text == "True") if text in ("True", "False") else float(text)


def _pretty(text: str) -> str:
    return re.sub("^-", "−", text).replace("inf", "∞")


def _after(text: str) -> str:
    """A number after a sign."""
    return f"({_pretty(text)})" if text.startswith("-") else _pretty(text)


def _names(lines: list[Any], words: list[str] | None) -> list[str]:
    """Words, with their places where a word comes twice."""
    places = [f"[{place}]" for place in range(len(lines))]
    if not words:
        return places
    twice = len(set(words)) < len(words)
    return list(map(" ".join, zip(words, places, strict=True))) if twice else words
