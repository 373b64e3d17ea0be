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
from html import escape
from typing import Any

from publish.cells.entries import PLACES, Entry, Matrix, in_place
from publish.outputs import store
from publish.project import Project, Snippet

KINDS = {"score": "scores", "weight": "weights", "context": "context vectors"}
ASK = "Choose another cell: it says what it was made of."
Lines = list[str] | str  # by row, or one for all
STYLE = '<link rel="stylesheet" href="{root}assets/grid.css"></head>'


def with_key_heatmap(project: Project, page: str, text: str) -> str:
    """The HTML of ``page`` with its heatmaps open; as it is if the page names none."""
    ideas = str(project.page(page).about.get("heatmap", "")).replace(",", " ").split()
    for idea in ideas:
        text = _opened(project, page, idea, text)
    root = "../" * project.url(page).count("/")
    return text.replace("</head>", STYLE.format(root=root), 1) if ideas else text


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
    parts, end = [], 0
    for match, values in in_place(text):
        parts += _words(text[end : match.start()])
        entry = known.pop(0) if known else None
        parts.append(_explained(values, entry or {}, match[2].lstrip(", \n")))
        end = match.end()
    parts += _words(text[end:])
    return f'<div class="matrices still">{"".join(parts)}</div>'


def _words(text: str) -> list[str]:
    return [f"<p>{escape(text.strip())}</p>"] if text.strip() else []


def _explained(values: Matrix, entry: Entry, more: str) -> str:
    role = entry.get("role") or ""
    size = f"{len(values)} × {len(values[0])}"
    caption = escape(", ".join(filter(None, (size, KINDS.get(role), more))))
    known = [text for row in values for text in row if math.isfinite(_value(text))]
    known = ["0", "1"] if role == "weight" else sorted(known, key=_value)
    named = ""
    if role:
        named = f' data-role="{role}"'
        ends = "<i></i>".join(f"<span>{_pretty(known[end])}</span>" for end in (0, -1))
        caption += f' <span class="scale" aria-hidden="true">{ends}</span>'
    names = _names(values, entry.get("rows"))
    others = _names(values[0], entry.get("columns"))
    shown = _example(values, entry)
    body = "".join(
        f"<tr>{_head('row', names[r])}"
        f"{''.join(_cell(text, known, (r, c) == shown) for c, text in enumerate(row))}"
        "</tr>"
        for r, row in enumerate(values)
    )
    heads = "".join(_head("col", name) for name in others)
    wide = (
        f'<div class="wide"><table class="matrix"{named}><caption>{caption}</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )
    if not shown:
        return wide
    row, column = shown
    who = escape(f"{names[row]}, {others[column]}")
    made = f'<p class="made"><b>{who}</b> {_made(values, entry, row, column)}</p>'
    return f"<div>{wide}{made}<p>{ASK}</p></div>"


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
    if part["kind"] != "fill":
        said += f" = {_pretty(values[row][column])}"
    return escape(said)


def _formula(part: dict[str, Any], row: int, column: int) -> str:
    """The calculation of a cell, in numbers."""

    def line(side: Lines) -> list[str]:
        return (side if isinstance(side, str) else side[row]).split(" ")

    kind = part["kind"]
    if kind == "fill":
        return f"set to {_pretty(part['value'])}"
    if kind == "softmax":
        along, across = (column, row) if part.get("down") else (row, column)
        powers = [f"exp({_pretty(score)})" for score in part["of"][along].split(" ")]
        return f"{powers[int(part['at'][across])]} / ({' + '.join(powers)})"
    left = line(part["left"])
    if kind != "product":
        one = left[column if len(left) > 1 else 0]
        other = line(part["right"])[0 if isinstance(part["right"], str) else column]
        return f"{_pretty(one)} {kind} {_after(other)}"
    right = part["right"][column].split(" ")
    signed = [_pretty(left[0]), *map(_after, left[1:])]
    terms = [f"{a} × {_after(b)}" for a, b in zip(signed, right, strict=True)]
    if bias := part.get("bias"):
        terms.append(_after(bias[column]))
    return " + ".join(terms)


def _cell(text: str, known: list[str], lit: bool) -> str:
    """A cell, which says how much of its colour it has, between the ends of a scale."""
    if not math.isfinite(_value(text)):
        return f"<td>{escape(text)}</td>"
    low, span = _value(known[0]), _value(known[-1]) - _value(known[0]) or 1.0
    share = min(1.0, max(0.0, (_value(text) - low) / span))
    heat = f"{math.floor(100 * share + 0.5)}%"
    chosen = ' class="lit"' if lit else ""
    return f'<td{chosen} style="--heat: {heat}">{escape(text)}</td>'


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


def _head(scope: str, name: str) -> str:
    return f'<th scope="{scope}">{escape(name)}</th>'
