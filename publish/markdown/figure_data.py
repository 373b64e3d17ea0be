"""Markdown extension: gives the figures that readers move their numbers.

A page says which figure it has, which blocks made its numbers, and what is there
without a script, in print and in notebooks::

    <div class="drag" data-figure="growing" data-blocks="…" data-opens="sold" markdown>

    ![…](../figures/causal/mask/growing.svg)

    </div>

``data-opens`` is what some figures show at first: a word, a row, a model, the beginning
of a text. Each of the blocks must have it.

The numbers are read when the site is built: from the figure that a block drew, or from
what it printed. `FIGURES` says what each block has to have. The scripts in
``docs/assets/drag``, ``live`` and ``steps`` have none of their own.
"""

import json
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from lxml import html
from markdown.preprocessors import Preprocessor

from publish.markdown import extension
from publish.page_model import PageError

# --- what a block printed ------------------------------------------------------------

MARKS = str.maketrans("()[]=:", 6 * " ")


def printed(text: str) -> list[list[str]]:
    """Each line as its words and numbers, digit by digit, without the marks between."""
    lines = text.replace("tensor(", "").translate(MARKS).splitlines()
    parts = ([part.rstrip(",") for part in line.split()] for line in lines)
    return [[_plain(part) for part in row if part] for row in parts]


def kinds(row: list[str]) -> str:
    """An "a" for each word of a row, and a "0" for each number."""
    return "".join("0" if _is_number(part) else "a" for part in row)


def _plain(part: str) -> str:
    """A number without its commas; a word as it is."""
    number = part.replace(",", "")
    return number if _is_number(number) else part


def _is_number(part: str) -> bool:
    try:
        float(part)
    except ValueError:
        return False
    return True


# --- what a block drew ---------------------------------------------------------------


def drawn(axes: dict[str, Any]) -> dict[str, list[Any]]:
    """What there is to read in a part of a figure."""
    return {
        "columns": axes["xticks"],
        "rows": axes["yticks"],
        "texts": [text["text"] for text in axes["texts"] if text["text"]],
        # of heatmaps, row by row
        "values": [
            value
            for collection in axes["collections"]
            for row in collection.get("values", [])
            for value in row
        ],
        # how high each is, if it hangs below zero, too
        "bars": [patch["vertices"][2][1] for patch in axes["patches"]],
        "ends": [[line["x"][-1], line["y"][-1]] for line in axes["lines"]],
    }


# --- what each figure reads ----------------------------------------------------------


class Figure(NamedTuple):
    """Its script, and what it reads of each of its blocks.

    That is the kinds of the rows that were printed; or, of each part of the figure that
    was drawn, the names of what is read and how many of it there are. Of a text that is
    printed there is only its beginning to check; of lines of JSON, some entries.
    """

    script: str
    reads: tuple[list[str] | list[dict[str, int]] | set[str] | None, ...] = ()


PLANE = ["aaa", *8 * ["a000000"]]  # eight words; query, key and value of each
BARS = {"columns": 4, "bars": 4}
HEATMAP_6 = {"rows": 6, "columns": 6, "values": 36, "texts": 36}
HEATMAP_4 = {"rows": 4, "columns": 6, "values": 24, "texts": 24}
NAMES = (2, 2, 4, 2, 3, 2)  # words in the names of the experiments
MODELS = ("a", "aa", "aa", "a0a", "a")  # GPT-2, Gemma 2B, … Llama 3 8B …
FOUR_RANKS = "a" + 4 * "0000a" + "0a"  # a collective, their numbers, its bytes

FIGURES = {
    # A query is dragged among the keys.
    "full": Figure("drag.js", (PLANE, 8 * ["a00"], 3 * ["a00"])),
    # Words appear one by one, under the causal mask.
    "growing": Figure("words.js", (PLANE, 8 * ["a00"], 8 * ["a00"])),
    # Four scores are divided by it.
    "temperature": Figure("bars.js", ([BARS, BARS],)),
    # A row of weights, of which a mask drops some.
    "dropout": Figure(
        "bars.js", ([{"columns": 6}, {}], [*12 * ["000000"], "aa000000"])
    ),
    # A query and a key are turned by their positions.
    "rotary": Figure("drag.js", ([{"texts": 4, "ends": 6}], 4 * ["0a000"])),
    # Heatmaps are read row by row.
    "width": Figure("bars.js", ([HEATMAP_4, HEATMAP_4],)),
    "heads": Figure("bars.js", ([HEATMAP_6, HEATMAP_6],)),
    "alignment": Figure("bars.js", ([HEATMAP_4],)),
    # The size of a cache is computed.
    "memory": Figure("bars.js", (["a" * 10, *(name + 9 * "0" for name in MODELS)],)),
    # What a GPU keeps and sends is computed, too.
    "volumes": Figure(
        "volumes.js",
        (
            ["a" * 16, *(name + 15 * "0" for name in ("a", "a0a", "a"))],
            ["a0a0a0a0a0aa0a", *8 * ["a0a0a0a"], "aaaa0aa0"],
        ),
    ),
    # Trained models run in the page: a translator, alone or with experiments …
    "translate": Figure("live.js"),
    "translator": Figure("live.js", ([n * "a" + "0a0aaaaaa" for n in NAMES],)),
    # … two copies of a sequence, and the hops between them …
    "induction": Figure("decoders.js", ([{"texts": 16}],)),
    # … a text that is written, or drawn word by word …
    "story": Figure("decoders.js", (None,)),
    "sampling": Figure("decoders.js", (None,)),
    # … pairs that are written into a state and into a cache.
    "recall": Figure("memories.js", (["a0a0a0a0", "aaa", *4 * ["a0000"]],)),
    # A story's model, in which one line is wrong: each mistake a line of JSON.
    "broken": Figure("broken.js", ({"title", "key", "lines", "page", "text"},)),
    # A reader steps through these.
    "kv-cache": Figure(
        "steps.js",
        ([row for n in range(1, 7) for row in ("a" * n, *n * ["0000"])],),
    ),
    "one-pass": Figure("steps.js", ([*4 * ["a0a0a0"], *2 * ["0000"]],)),
    "grouped": Figure("steps.js", (6 * ["a00a"],)),
    "tiles": Figure("steps.js", (PLANE, [*8 * ["a0000"], "0aaaaa0"])),
    "latent": Figure(
        "steps.js",
        (["aa0", "aaaa0", "aaaa0", "aaaaa0", "aaa0aa0a", "a0aa0a"],),
    ),
    "split": Figure("steps-parts.js", (["aaaaaa", *18 * ["0000"]],)),
    "experts": Figure("steps-parts.js", (6 * ["a0000"],)),
    "codes": Figure("steps-parts.js", (["0aaaaaa", *3 * ["a00aa"]],)),
    "state": Figure(
        "steps-parts.js",
        ([*7 * ["0" * 8], "00000000aa", "aa00"], 8 * ["aa0000a0000a00"]),
    ),
    "collectives": Figure(
        "steps-ranks.js",
        ([*3 * [FOUR_RANKS], "a" + 4 * "0a" + "0a", FOUR_RANKS],),
    ),
    # Pieces, pairs with each block and their sum, of four ranks in two orders.
    "ring": Figure("steps-ranks.js", (8 * ["aa0a00a0000a0"],)),
    "stages": Figure("steps-ranks.js", (["0aaa0a", *4 * ["a00a0a00a"]],)),
    # When each rank runs which micro-batch.
    "pipeline": Figure("pipeline.js", (2 * ["a0a0a0a0aa0000"],)),
    "blocks": Figure("steps-serving.js", (13 * ["a" * 14 + "0"],)),
    "drafts": Figure("steps-serving.js", ([*2 * ["a000"], *40 * ["a0aa"]],)),
    # Two models of a gallery, each a line of JSON.
    "side-by-side": Figure("models.js", ({"title", "letters", "whole", "layers"},)),
}
# How high each is in a wide and in a narrow window. site.css keeps that free, so that
# nothing moves when its script comes.
HEIGHTS = {
    "full": ("25.4rem", "42.4rem"),
    "growing": ("22rem", "min(21.8rem, 14.9rem + 34vw)"),
    "temperature": ("15.4rem", "15.4rem"), "dropout": ("17.9rem", "17rem"),
    "rotary": ("16.8rem", "27.1rem"), "memory": ("18.4rem", "33.8rem"),
    "width": ("18rem", "20.6rem"), "heads": ("16.8rem", "18.3rem"),
    "alignment": ("16.8rem", "17rem"), "codes": ("18.3rem", "21.9rem"),
    "kv-cache": ("22.1rem", "39.1rem"), "state": ("22.1rem", "39.1rem"),
    "one-pass": ("17.9rem", "18.1rem"), "tiles": ("23.2rem", "26.3rem"),
    "grouped": ("19.2rem", "14.2rem + 19vw"), "latent": ("20.7rem", "14.1rem + 22.6vw"),
    "experts": ("19rem", "20.9rem"), "split": ("16.9rem", "23.1rem"),
    "translate": ("39.3rem", "79.7rem"), "translator": ("42.1rem", "95.1rem"),
    "induction": ("25.7rem", "50.6rem"), "story": ("16.7rem", "34.4rem"),
    "sampling": ("18.6rem", "41rem"), "recall": ("32rem", "42.2rem"),
    "volumes": ("24.2rem", "33.5rem"),
    "collectives": ("15.4rem", "16.9rem"), "stages": ("15.4rem", "16.9rem"),
    "ring": ("20.7rem", "30.2rem"),
    "pipeline": ("22.6rem", "24.4rem"),
    "blocks": ("13rem", "20rem"), "drafts": ("19rem", "20rem"),
    "side-by-side": ("36rem", "54rem"), "broken": ("33.4rem", "57rem"),
}  # fmt: skip
# With a trained model, which comes so many milliseconds later.
TRAINED = ("live.js", "decoders.js", "memories.js", "broken.js")
WAIT = ' data-wait="1000"'


def read(block: str, wanted: Any, opens: str) -> Any:
    """What a block printed or drew, if it is as the figure wants it; or ValueError."""
    path = Path("snippets", block)  # the site is built in the project's root
    if isinstance(wanted, set):
        lines = path.with_suffix(".out").read_text(encoding="utf-8").splitlines()
        every = [json.loads(line) for line in lines]
        found = [{name: each[name] for name in sorted(wanted)} for each in every]
        titles = {each["title"] for each in found}
        return _opened(block, found, opens, set(opens.split(" | ")) <= titles)
    if wanted and isinstance(wanted[0], dict):
        parts = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        every = [drawn(axes) for axes in parts["axes"]]
        found = [
            {name: part[name] for name in names}
            for part, names in zip(every, wanted, strict=True)
        ]
        is_there = [{name: len(part[name]) for name in part} for part in found]
        names = [name for part in every for name in (*part["rows"], *part["texts"])]
        has_opening = opens in names
    else:
        found = printed(path.with_suffix(".out").read_text(encoding="utf-8"))
        is_there = [kinds(row) for row in found]
        words = opens.split()
        has_opening = any(row[: len(words)] == words for row in found)
    if wanted is not None and is_there != wanted:
        raise ValueError(f"{block} has {is_there}; the figure reads {wanted}")
    return _opened(block, found, opens, has_opening)


def _opened(block: str, found: Any, opens: str, has_opening: bool) -> Any:
    """What was found, if what the figure opens with is there."""
    if opens and not has_opening:
        raise ValueError(f"{block} has no {opens!r}")
    return found


class FillFigure(Preprocessor):
    """Puts the numbers into the element that is the figure."""

    def run(self, lines: list[str]) -> list[str]:
        return [
            self.filled(line) if line.startswith('<div class="drag" ') else line
            for line in lines
        ]

    def filled(self, line: str) -> str:
        page = html.fragment_fromstring(line + "</div>").attrib
        name, opens = page.get("data-figure", ""), page.get("data-opens", "")
        blocks = page.get("data-blocks", "").split()
        if name not in FIGURES:
            raise PageError(f"{name!r} is no figure; they are {', '.join(FIGURES)}")
        script, reads = FIGURES[name]
        try:
            numbers = {
                "blocks": [
                    read(block, wanted, opens)
                    for block, wanted in zip(blocks, reads, strict=True)
                ],
                "opens": opens,
                "from": [
                    {"page": f"{page}/", "block": block}
                    for page, _, block in (each.rpartition("/") for each in blocks)
                ],
            }
        except (OSError, LookupError, ValueError) as error:
            raise PageError(f"{name!r} cannot read its outputs: {error}") from error
        text = escape(json.dumps(numbers, separators=(",", ":")))
        wide, narrow = HEIGHTS[name]
        return (
            f'<div class="drag" style="--wide: {wide}; --narrow: {narrow}"'
            f' data-figure="{name}" data-script="{script}"'
            f'{WAIT * (script in TRAINED)} data-head="{text}" markdown>'
        )


# Before `html_block` (20), which reads the element's attributes.
makeExtension = extension(("preprocessors", FillFigure, "publish-drag", 21))
