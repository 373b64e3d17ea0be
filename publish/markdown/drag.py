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

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

LINE = re.compile(r'^<div class="drag" data-figure="(?P<figure>[\w-]+)" markdown>$')
PLANE = "self-attention/query-key-value"
MASK = "causal/mask"
SOFTMAX = "self-attention/softmax"
DROPOUT = "causal/dropout"
ASKS = "it"  # the word that the block `it-asks` lets ask
WORD = re.compile(r"^(?P<word>\w+) +(?P<vectors>\(.*\))$", re.MULTILINE)
VECTOR = re.compile(r"\(\s*([-\d.]+),\s*([-\d.]+)\)")
WEIGHT = re.compile(r"^(?P<word>\w+) +-?\d+ +(?P<weight>\d\.\d+)$", re.MULTILINE)
CONTEXT = re.compile(rf"^{ASKS} +tensor\(\[ ?(.*)\]\)$", re.MULTILINE)
ROW = re.compile(r"^tensor\(\[(.*)\]\)$")
LAST_ROWS = re.compile(r"\[([^\[\]]*)\]\]\)$", re.MULTILINE)
SUMS = re.compile(r"^row sums: tensor\(\[(.*)\]\)$", re.MULTILINE)
TURNED = re.compile(
    r"^(query|key) = torch\.tensor\(\[\[([-\d., ]+)\]\]\)$", re.MULTILINE
)
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
        found["word"]: [
            [float(x), float(y)] for x, y in VECTOR.findall(found["vectors"])
        ]
        for found in WORD.finditer(vectors)
    }
    printed = {found["word"]: found["weight"] for found in WEIGHT.finditer(asked)}
    context = CONTEXT.search(mixed)
    whole = all(len(row) == 3 for row in rows.values())
    if not (whole and ASKS in rows and list(printed) == list(rows) and context):
        raise DragError(f"the outputs of {', '.join(blocks)} cannot be read")
    queries, keys, values = map(list, zip(*rows.values(), strict=True))
    return {
        "words": list(rows),
        "queries": queries,
        "keys": keys,
        "values": values,
        "opens": {
            "word": ASKS,
            "weights": list(printed.values()),
            "context": _numbers(context[1]),
        },
        "from": _from(blocks),
    }


def scores(snippets: Path) -> dict[str, object]:
    """The scores that were drawn, and the weights that were printed of them."""
    block = f"{SOFTMAX}/scores-and-weights"
    drawn = json.loads(_stored(snippets / f"{block}.json"))["axes"][0]
    printed = ROW.match(_stored(snippets / f"{block}.out").strip())
    weights = _numbers(printed[1]) if printed else []
    words, texts = drawn["xticks"], [text["text"] for text in drawn["texts"]]
    if not len(words) == len(texts) == len(weights):
        raise DragError(f"the outputs of {block} cannot be read")
    return {
        "words": words,
        "scores": [float(text) for text in texts],
        "opens": {"weights": weights},
        "from": _from([block]),
    }


def row(snippets: Path) -> dict[str, object]:
    """The last row of some weights before and after dropout, as printed."""
    block = f"{DROPOUT}/dropped-weights"
    printed = _stored(snippets / f"{block}.out")
    rows, sums = LAST_ROWS.findall(printed), SUMS.search(printed)
    rate = RATE.search(_stored(snippets / f"{block}.py"))
    words = json.loads(_stored(snippets / f"{block}.cells.json"))[0]["rows"]
    if not (len(rows) == 2 and sums and rate):
        raise DragError(f"the outputs of {block} cannot be read")
    before, after = map(_numbers, rows)
    if not len(before) == len(after) == len(words):
        raise DragError(f"the outputs of {block} are not of one size")
    return {
        "word": words[-1],
        "words": words,
        "weights": before,
        "rate": float(rate[1]),
        "opens": {"weights": after, "sum": _numbers(sums[1])[-1]},
        "from": _from([block]),
    }


def turned(snippets: Path) -> dict[str, object]:
    """A query and a key, and the score that was printed first."""
    block = "modern/rotary/same-distance"
    pairs = dict(TURNED.findall(_stored(snippets / f"{block}.py")))
    printed = SCORE.search(_stored(snippets / f"{block}.out"))
    if pairs.keys() != {"query", "key"} or not printed:
        raise DragError(f"the outputs of {block} cannot be read")
    return {
        **{name: [float(x) for x in _numbers(pair)] for name, pair in pairs.items()},
        "opens": {
            "positions": [int(printed[1]), int(printed[2])],
            "score": printed[3],
        },
        "from": _from([block]),
    }


def heatmaps(
    snippets: Path, block: str, asks: str, first: str, titles: tuple[str, ...]
) -> dict[str, object]:
    """The heatmaps that a snippet drew, with a title for each; ``first`` is shown."""
    drawn = json.loads(_stored(snippets / f"{block}.json"))["axes"]
    rows, columns = drawn[0]["yticks"], drawn[0]["xticks"]
    parts = []
    for axes, title in zip(drawn, titles, strict=False):
        weights = axes["collections"][0]["values"]
        texts = iter(text["text"] for text in axes["texts"])
        parts.append(
            {
                "title": title,
                "weights": weights,
                "texts": [[next(texts, "") for _ in row] for row in weights],
            }
        )
        sizes = {len(row) for row in weights}
        if len(weights) != len(rows) or sizes != {len(columns)} or next(texts, None):
            raise DragError(f"the drawing of {block} cannot be read")
    if len(drawn) != len(titles) or first not in rows or not parts[-1]["texts"][-1][-1]:
        raise DragError(f"the drawing of {block} is not as it was")
    return {
        "asks": asks,
        "first": rows.index(first),
        "rows": rows,
        "columns": columns,
        "parts": parts,
        "from": _from([block]),
    }


FIGURES: dict[str, Callable[[Path], dict[str, object]]] = {
    "full": lambda snippets: head(snippets, f"{PLANE}/contexts"),
    "growing": lambda snippets: head(snippets, f"{MASK}/growing"),
    "temperature": scores,
    "dropout": row,
    "width": lambda snippets: heatmaps(
        snippets,
        "self-attention/scaling/weights-by-width",
        "How wide?",
        "d = 128",
        ("softmax(scores)", "softmax(scores / √d)"),
    ),
    "heads": lambda snippets: heatmaps(
        snippets,
        "multi-head/side-by-side/two-questions",
        "Which word asks?",
        "step",
        ("head 0", "head 1"),
    ),
    "alignment": lambda snippets: heatmaps(
        snippets,
        "multi-head/cross-attention/alignment",
        "Which word asks?",
        "einem",
        ("",),
    ),
    "cache": lambda snippets: {
        **heatmaps(
            snippets, "modern/kv-cache/new-rows", "Which word is new?", "step", ("",)
        ),
        "cached": True,
    },
    "rotary": turned,
}


def _stored(path: Path) -> str:
    if not path.is_file():
        raise DragError(f"a figure reads {path}, which is missing")
    return path.read_text(encoding="utf-8")


def _numbers(printed: str) -> list[str]:
    """Each number of a printed tensor, digit by digit."""
    return re.split(r",\s*", printed)


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
        # The site is built in the project's root.
        numbers = FIGURES[figure](Path("snippets"))
        text = escape(json.dumps(numbers, separators=(",", ":")))
        return line.replace(" markdown>", f' data-head="{text}" markdown>')


class DragExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        # Before `html_block` (20), which reads the element's attributes.
        md.preprocessors.register(FillFigure(md), "publish-drag", 21)


def makeExtension(**options: object) -> DragExtension:
    return DragExtension(**options)
