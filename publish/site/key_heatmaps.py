"""The heatmap of a lesson that is open when its page opens.

A page names the block in its front matter, ``heatmap: all-weights``. What the scripts
would make of its output (docs/assets/grid.js) is then in the page already, so that
nothing moves and nothing more is loaded; they take its place when a reader chooses a
cell. Without scripts, and on paper, there is the text.
"""

import json
import math
import re
from collections.abc import Iterator
from html import escape

from publish.cells.entries import Entry
from publish.outputs import store
from publish.project import Project, Snippet

# As in docs/assets/explore.js: the rows, and what torch printed behind them.
MATRIX = re.compile(
    r"tensor\(\[(\[[^\[\]()]*\](?:,\s*\[[^\[\]()]*\])*)\]([^()]*)\)"  #
)
KINDS = {"score": "scores", "weight": "weights", "context": "context vectors"}
ASK = "Choose a cell: it says what it was made of."
STYLE = '<link rel="stylesheet" href="{root}assets/grid.css"></head>'


def with_key_heatmap(project: Project, page: str, text: str) -> str:
    """The HTML of ``page`` with its heatmap open; as it is if the page names none."""
    idea = project.page(page).about.get("heatmap")
    if not idea:
        return text
    snippet = project.snippet(page.removesuffix(".md") + f"/{idea}")
    output = re.compile(
        rf'(<div[^>]* id="code-{re.escape(str(idea))}".*?'
        r'<div[^>]*class="[^"]*\boutput\b[^>]*>.*?)<pre>(.*?</pre>)',
        re.DOTALL,
    )
    made = rendered(snippet)
    text, found = output.subn(
        lambda at: f"{at[1]}<pre hidden>{at[2]}{made}", text, count=1
    )
    if not found:
        raise ValueError(f"docs/{page} names the heatmap of {idea}, which it lacks")
    root = "../" * project.url(page).count("/")
    return text.replace("</head>", STYLE.format(root=root), 1)


def rendered(snippet: Snippet) -> str:
    """What a snippet printed, its matrices as tables."""
    text = snippet.stored(".out").read_text(encoding="utf-8")
    stored = snippet.stored(store.CELLS)
    known = json.loads(stored.read_text(encoding="utf-8")) if stored.exists() else []
    parts, end = [], 0
    for match in MATRIX.finditer(text):
        rows = re.findall(r"[^\[\]]+(?=\])", match[1])
        values = [re.split(r",\s*", row.strip()) for row in rows]
        if "..." in match[1] or len({len(row) for row in values}) > 1:
            continue
        parts += _words(text[end : match.start()])
        entry = known.pop(0) if known else None
        parts.append(_explained(values, entry or {}, match[2].lstrip(", \n")))
        end = match.end()
    parts += _words(text[end:])
    return f'<div class="matrices still">{"".join(parts)}</div>'


def _words(text: str) -> list[str]:
    return [f"<p>{escape(text.strip())}</p>"] if text.strip() else []


def _explained(values: list[list[str]], entry: Entry, more: str) -> str:
    role = entry.get("role") or ""
    size = f"{len(values)} × {len(values[0])}"
    caption = ", ".join(filter(None, (size, KINDS.get(role), more)))
    wide = f'<div class="wide">{_table(values, entry, role, caption)}</div>'
    if not entry.get("parts"):
        return wide
    return f'<div>{wide}<p class="made">{ASK}</p></div>'


def _table(values: list[list[str]], entry: Entry, role: str, caption: str) -> str:
    heats, least, most = _heats(values, role)
    rows = _labels(len(values), entry.get("rows"))
    columns = _labels(len(values[0]), entry.get("columns"))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(_cells(row, heat))}</tr>'
        for name, row, heat in zip(rows, values, heats, strict=True)
    )
    scale = f'<span class="scale" aria-hidden="true"><span>{least}</span><i></i>'
    scale = f" {scale}<span>{most}</span></span>" if role else ""
    named = f' data-role="{role}"' if role else ""
    return (
        f'<table class="matrix"{named}><caption>{escape(caption)}{scale}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cells(row: list[str], heats: list[str]) -> Iterator[str]:
    for text, heat in zip(row, heats, strict=True):
        style = f' style="--heat: {heat}"' if heat else ""
        yield f"<td{style}>{escape(text)}</td>"


def _heats(values: list[list[str]], role: str) -> tuple[list[list[str]], str, str]:
    """How much of its colour each cell has, and the ends of the scale."""
    known = sorted(
        (text for row in values for text in row if math.isfinite(_value(text))),
        key=_value,
    )
    least, most = ("0", "1") if role == "weight" else (known[0], known[-1])
    low, span = _value(least), _value(most) - _value(least) or 1.0

    def heat(text: str) -> str:
        if not math.isfinite(_value(text)):
            return ""
        share = min(1.0, max(0.0, (_value(text) - low) / span))
        return f"{math.floor(100 * share + 0.5)}%"

    heats = [[heat(text) for text in row] for row in values]
    return heats, _pretty(least), _pretty(most)


def _value(text: str) -> float:
    return float(text == "True") if text in ("True", "False") else float(text)


def _pretty(text: str) -> str:
    return re.sub("^-", "−", text).replace("inf", "∞")


def _labels(length: int, words: list[str] | None) -> list[str]:
    """Words, with their places where a word comes twice."""
    places = [f"[{place}]" for place in range(length)]
    if not words:
        return places
    if len(set(words)) == len(words):
        return words
    return [f"{word} {place}" for word, place in zip(words, places, strict=True)]
