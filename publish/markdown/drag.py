"""Markdown extension: gives the figures that readers move their numbers.

A page says which figure it has, and what is there without a script, in print and in
notebooks::

    <div class="drag" data-figure="full" markdown>

    ![…](../figures/self-attention/query-key-value/one-query.svg)

    </div>

- ``full``: the query is dragged among the keys;
- ``growing``: words appear one by one, under the causal mask;
- ``temperature``: four scores are divided by it;
- ``dropout``: a row of weights, of which a mask drops some, is drawn again;
- ``width``, ``heads``, ``alignment``, ``cache``: heatmaps are read row by row;
- ``rotary``: a query and a key are turned by their positions.

The numbers are those that snippets printed or drew, read from their stored outputs when
the site is built: vectors or scores, and what the figure opens with. The scripts in
``docs/assets/drag`` have none of their own.
"""

import json
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from markdown.preprocessors import Preprocessor

from publish.markdown import extension

LINE = re.compile(r'^<div class="drag" data-figure="(?P<figure>[\w-]+)" markdown>$')
PLANE = "self-attention/query-key-value"
MASK = "causal/mask"
SOFTMAX = "self-attention/softmax"
DROPOUT = "causal/dropout"
SCALING = "self-attention/scaling"
HEADS = "multi-head/side-by-side"
CROSS = "multi-head/cross-attention"
ASKS = "it"  # the word that the block `it-asks` lets ask
WORD = re.compile(r"^(?P<word>\w+) +(?P<vectors>\(.*\))$", re.MULTILINE)
VECTOR = re.compile(r"\(\s*([-\d.]+),\s*([-\d.]+)\)")
WEIGHT = re.compile(r"^(?P<word>\w+) +-?\d+ +(?P<weight>\d\.\d+)$", re.MULTILINE)
CONTEXT = re.compile(rf"^{ASKS} +tensor\(\[ ?(.*)\]\)$", re.MULTILINE)
ROW = re.compile(r"^tensor\(\[(.*)\]\)$")
LAST_ROWS = re.compile(r"\[([^\[\]]*)\]\]\)$", re.MULTILINE)
SUMS = re.compile(r"^row sums: tensor\(\[.*?([^ ]+)\]\)$", re.MULTILINE)
TURNED = re.compile(r"^(query|key) = torch\.tensor\(\[\[(.+)\]\]\)$", re.MULTILINE)
SCORE = re.compile(r"^ *(\d+) - +(\d+) = \d+: (-?\d+\.\d+)$", re.MULTILINE)
RATE = re.compile(r"^p = (0\.\d+)$", re.MULTILINE)


class DragError(ValueError):
    """A figure that does not exist, or an output that is not as it was."""


def head(snippets: Path, contexts: str) -> dict[str, object]:
    """The vectors of each word, and what was printed of the word that asks first.

    ``contexts`` is the snippet that printed its context vector.
    """
    blocks = [f"{PLANE}/three-vectors", f"{PLANE}/it-asks", contexts]
    vectors, asked, mixed = (_stored(snippets / f"{block}.out") for block in blocks)
    rows = {
        word: [[float(x), float(y)] for x, y in VECTOR.findall(row)]
        for word, row in WORD.findall(vectors)
    }
    queries, keys, values = map(list, zip(*rows.values(), strict=True))
    words, weights = zip(*WEIGHT.findall(asked), strict=True)
    [context] = CONTEXT.findall(mixed)
    if words != tuple(rows) or ASKS not in rows:
        raise ValueError(f"weights of {words}, and vectors of {tuple(rows)}")
    opens = {"word": ASKS, "weights": weights, "context": _numbers(context)}
    vectors_of = {"queries": queries, "keys": keys, "values": values}
    return {"words": words, **vectors_of, "opens": opens, "from": _from(blocks)}


def scores(snippets: Path) -> dict[str, object]:
    """The scores that were drawn, and the weights that were printed of them."""
    block = f"{SOFTMAX}/scores-and-weights"
    drawn = json.loads(_stored(snippets / f"{block}.json"))["axes"][0]
    [printed] = ROW.findall(_stored(snippets / f"{block}.out").strip())
    words, texts = drawn["xticks"], [text["text"] for text in drawn["texts"]]
    weights = _numbers(printed, like=words)
    return {
        "words": words,
        "scores": [float(text) for text in _like(words, texts)],
        "opens": {"weights": weights},
        "from": _from([block]),
    }


def row(snippets: Path) -> dict[str, object]:
    """The last row of some weights before and after dropout, as printed."""
    block = f"{DROPOUT}/dropped-weights"
    printed = _stored(snippets / f"{block}.out")
    words = json.loads(_stored(snippets / f"{block}.cells.json"))[0]["rows"]
    before, after = (_numbers(row, like=words) for row in LAST_ROWS.findall(printed))
    [rate] = RATE.findall(_stored(snippets / f"{block}.py"))
    [total] = SUMS.findall(printed)
    return {
        "word": words[-1],
        "words": words,
        "weights": before,
        "rate": float(rate),
        "opens": {"weights": after, "sum": total},
        "from": _from([block]),
    }


def turned(snippets: Path) -> dict[str, object]:
    """A query and a key, and the score that was printed first."""
    block = "modern/rotary/same-distance"
    pairs = dict(TURNED.findall(_stored(snippets / f"{block}.py")))
    m, n, score = SCORE.findall(_stored(snippets / f"{block}.out"))[0]
    query, key = (list(map(float, _numbers(pairs[name]))) for name in ("query", "key"))
    opens = {"positions": [int(m), int(n)], "score": score}
    return {"query": query, "key": key, "opens": opens, "from": _from([block])}


def heatmaps(
    snippets: Path, block: str, asks: str, first: str, titles: tuple[str, ...]
) -> dict[str, object]:
    """The heatmaps that a snippet drew, with a title for each; ``first`` is shown."""
    drawn = json.loads(_stored(snippets / f"{block}.json"))["axes"]
    rows, columns = drawn[0]["yticks"], drawn[0]["xticks"]
    parts = []
    for axes, title in zip(drawn, titles, strict=True):
        weights = [_like(columns, row) for row in axes["collections"][0]["values"]]
        texts = iter(text["text"] for text in axes["texts"])
        shown = [
            [text for _, text in zip(columns, texts, strict=False)]
            for _ in _like(rows, weights)
        ]
        part = {"title": title, "weights": weights, "texts": shown}
        parts.append(part)
        _like(columns, shown[-1])
    return {
        "asks": asks,
        "first": rows.index(first),
        "rows": rows,
        "columns": columns,
        "parts": parts,
        "from": _from([block]),
    }


def _asked(block: str, asks: str, first: str, *titles: str) -> Callable[[Path], Any]:
    return lambda snippets: heatmaps(snippets, block, asks, first, titles)


WHO = "Which word asks?"
TWO = "softmax(scores)", "softmax(scores / √d)"
FIGURES: dict[str, Callable[[Path], dict[str, object]]] = {
    "full": lambda snippets: head(snippets, f"{PLANE}/contexts"),
    "growing": lambda snippets: head(snippets, f"{MASK}/growing"),
    "temperature": scores,
    "dropout": row,
    "width": _asked(f"{SCALING}/weights-by-width", "How wide?", "d = 128", *TWO),
    "heads": _asked(f"{HEADS}/two-questions", WHO, "step", "head 0", "head 1"),
    "alignment": _asked(f"{CROSS}/alignment", WHO, "einem", ""),
    "cache": lambda snippets: (
        _asked("modern/kv-cache/new-rows", "Which word is new?", "step", "")(snippets)
        | {"cached": True}
    ),
    "rotary": turned,
}


def _stored(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _numbers(printed: str, like: list[str] | None = None) -> list[str]:
    """Each number of a printed tensor, digit by digit; as many as there are others."""
    numbers = re.split(r",\s*", printed)
    return numbers if like is None else _like(like, numbers)


def _like(others: list[Any], found: list[Any]) -> list[Any]:
    """What was found, if it is as many as others are."""
    if len(found) != len(others):
        raise ValueError(f"{len(found)} in the place of {len(others)}")
    return found


def _from(blocks: list[str]) -> list[dict[str, str]]:
    parts = (block.rpartition("/") for block in blocks)
    return [{"page": f"{page}/", "block": idea} for page, _, idea in parts]


class FillFigure(Preprocessor):
    """Puts the numbers into the element that is the figure."""

    def run(self, lines: list[str]) -> list[str]:
        return [self.filled(line) if LINE.match(line) else line for line in lines]

    def filled(self, line: str) -> str:
        found = LINE.match(line)
        figure = found["figure"] if found else ""
        if figure not in FIGURES:
            raise DragError(f"{figure!r} is no figure; they are {', '.join(FIGURES)}")
        try:  # the site is built in the project's root
            numbers = FIGURES[figure](Path("snippets"))
        except (OSError, LookupError, ValueError) as error:
            raise DragError(f"{figure!r} cannot read its outputs: {error}") from error
        text = escape(json.dumps(numbers, separators=(",", ":")))
        return line.replace(" markdown>", f' data-head="{text}" markdown>')


# Before `html_block` (20), which reads the element's attributes.
makeExtension = extension("preprocessors", FillFigure, "publish-drag", 21)
