"""Markdown extension: gives the figure in which a query is dragged its numbers.

A page says where the figure is, and what is there without a script, in print and in
notebooks::

    <div class="drag" data-figure="full" markdown>

    ![…](../figures/self-attention/query-key-value/one-query.svg)

    </div>

The numbers are those that snippets printed, read from their stored outputs when the
site is built: the vectors of each word, and what the figure opens with. The scripts in
``docs/assets/drag`` have none of their own.
"""

import json
import re
from html import escape
from pathlib import Path

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

LINE = re.compile(r'^<div class="drag" data-figure="(?P<figure>[\w-]+)" markdown>$')
FIGURES = ("full",)
PAGE = "self-attention/query-key-value"
BLOCKS = ("three-vectors", "it-asks", "contexts")
ASKS = "it"  # the word that the block `it-asks` lets ask
WORD = re.compile(r"^(?P<word>\w+) +(?P<vectors>\(.*\))$", re.MULTILINE)
VECTOR = re.compile(r"\(\s*([-\d.]+),\s*([-\d.]+)\)")
WEIGHT = re.compile(r"^(?P<word>\w+) +-?\d+ +(?P<weight>\d\.\d+)$", re.MULTILINE)
CONTEXT = re.compile(rf"^{ASKS} +tensor\(\[ ?(.*)\]\)$", re.MULTILINE)


class DragError(ValueError):
    """A figure that does not exist, or an output that is not as it was."""


def head(snippets: Path) -> dict[str, object]:
    """The vectors of each word, and what was printed of the word that asks first."""
    vectors, weights, contexts = (
        _output(snippets / PAGE / f"{block}.out") for block in BLOCKS
    )
    rows = {
        found["word"]: [
            [float(x), float(y)] for x, y in VECTOR.findall(found["vectors"])
        ]
        for found in WORD.finditer(vectors)
    }
    printed = {found["word"]: found["weight"] for found in WEIGHT.finditer(weights)}
    context = CONTEXT.search(contexts)
    whole = all(len(row) == 3 for row in rows.values())
    if not (whole and ASKS in rows and list(printed) == list(rows) and context):
        raise DragError(f"the outputs of {', '.join(BLOCKS)} cannot be read")
    queries, keys, values = map(list, zip(*rows.values(), strict=True))
    return {
        "words": list(rows),
        "queries": queries,
        "keys": keys,
        "values": values,
        "opens": {
            "word": ASKS,
            "weights": list(printed.values()),
            "context": re.split(r",\s*", context[1]),
        },
        "from": {"page": f"{PAGE}/", "blocks": list(BLOCKS)},
    }


def _output(path: Path) -> str:
    if not path.is_file():
        raise DragError(f"the dragged query reads {path}, which is missing")
    return path.read_text(encoding="utf-8")


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
        numbers = json.dumps(head(Path("snippets")), separators=(",", ":"))
        return line.replace(" markdown>", f' data-head="{escape(numbers)}" markdown>')


class DragExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        # Before `html_block` (20), which reads the element's attributes.
        md.preprocessors.register(FillFigure(md), "publish-drag", 21)


def makeExtension(**options: object) -> DragExtension:
    return DragExtension(**options)
