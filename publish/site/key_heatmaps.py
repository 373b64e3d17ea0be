"""The heatmaps of a lesson that are open when its page opens.

A page names their blocks in its front matter, ``heatmap: all-weights, one-row``. What
the scripts would make of the outputs (docs/assets/grid.js) is then in the page already,
so that nothing moves and nothing more is loaded; they take its place when a reader
chooses a cell. Without scripts, and on paper, there is the text.
"""

import json
import math
import re
from html import escape
from typing import Any

from publish.cells.entries import Entry, Matrix, in_place
from publish.outputs import store
from publish.project import Project, Snippet

KINDS = {"score": "scores", "weight": "weights", "context": "context vectors"}
ASK = "Choose a cell: it says what it was made of."
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
    columns = _heads("col", values[0], entry.get("columns"))
    rows = _heads("row", values, entry.get("rows"))
    body = "".join(
        f"<tr>{head}{''.join(_cell(text, known) for text in row)}</tr>"
        for head, row in zip(rows, values, strict=True)
    )
    wide = (
        f'<div class="wide"><table class="matrix"{named}><caption>{caption}</caption>'
        f"<thead><tr><td></td>{''.join(columns)}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )
    made = f'<p class="made">{ASK}</p>'
    return f"<div>{wide}{made}</div>" if entry.get("parts") else wide


def _cell(text: str, known: list[str]) -> str:
    """A cell, which says how much of its colour it has, between the ends of a scale."""
    if not math.isfinite(_value(text)):
        return f"<td>{escape(text)}</td>"
    low, span = _value(known[0]), _value(known[-1]) - _value(known[0]) or 1.0
    share = min(1.0, max(0.0, (_value(text) - low) / span))
    heat = f"{math.floor(100 * share + 0.5)}%"
    return f'<td style="--heat: {heat}">{escape(text)}</td>'


def _value(text: str) -> float:
    return float(text == "True") if text in ("True", "False") else float(text)


def _pretty(text: str) -> str:
    return re.sub("^-", "−", text).replace("inf", "∞")


def _heads(scope: str, lines: list[Any], words: list[str] | None) -> list[str]:
    """Words, with their places where a word comes twice."""
    names = places = [f"[{place}]" for place in range(len(lines))]
    if words:
        twice = len(set(words)) < len(words)
        names = list(map(" ".join, zip(words, places, strict=True))) if twice else words
    return [f'<th scope="{scope}">{escape(name)}</th>' for name in names]
