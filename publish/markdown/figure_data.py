"""Markdown extension: gives the figures that readers move their numbers.

A page says which figure it has, which blocks printed or drew its numbers, and what is
there without a script, in print and in notebooks::

    <div class="drag" data-figure="temperature"
         data-blocks="self-attention/softmax/scores-and-weights" markdown>

    ![…](../figures/self-attention/softmax/scores-and-weights.svg)

    </div>

(the first two lines are one), and of some figures what they ask and open with:

- ``full``: the query is dragged among the keys; ``data-asks`` is the word that asks;
- ``growing``: words appear one by one, under the causal mask; ``data-asks``, too;
- ``temperature``: four scores are divided by it;
- ``dropout``: a row of weights of ``data-words``, of which a mask drops some, is drawn
  again;
- ``width``, ``heads``, ``alignment``: heatmaps are read row by row, the one
  called ``data-first`` at first; ``data-asks`` is the question, and ``data-titles``
  says what each heatmap is, between bars;
- ``rotary``: a query and a key are turned by their positions;
- ``memory``: the size of a cache is computed, of the model ``data-first`` at first;
- ``translator``: a trained model runs in the page, and its heads are cut; ``translate``
  is the same without its experiments, and needs no blocks;
- ``induction``: another one, whose two hops are drawn between two copies of a sequence;
- ``story``: another one writes a text, of which ``data-begins`` is the beginning; in
  ``sampling``, it draws the words, and readers set how;
- ``codes``: a number is moved between those that eight bits can hold;
- ``recall``: pairs are written into a state and into a cache, and asked for;
- ``kv-cache`` and others of ``docs/assets/steps``: a reader steps through it.

The numbers are read from the blocks' stored outputs when the site is built. The scripts
in ``docs/assets/drag``, ``live`` and ``steps`` have none of their own.
"""

import json
import re
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path
from typing import Any

from markdown.preprocessors import Preprocessor

from publish.markdown import extension
from publish.page_model import PageError

LINE = re.compile(r'^<div class="drag" (?P<data>(?:data-\w+="[^"]*" )+)markdown>$')
DATA = re.compile(r'data-(\w+)="([^"]*)"')
WORD = re.compile(r"^(?P<word>\w+) +(?P<vectors>\(.*\))$", re.MULTILINE)
VECTOR = re.compile(r"\(\s*([-\d.]+),\s*([-\d.]+)\)")
WEIGHT = re.compile(
    r"^(?P<word>\w+) +-?(?:\d+|inf) +(?P<weight>\d\.\d+)$", re.MULTILINE
)
CONTEXT = re.compile(r"^(?P<word>\w+) +tensor\(\[ ?(.*)\]\)$", re.MULTILINE)
ROW = re.compile(r"^tensor\(\[(.*)\]\)$")
LAST_ROWS = re.compile(r"\[([^\[\]]*)\]\]\)$", re.MULTILINE)
SUMS = re.compile(r"^row sums: tensor\(\[.*?([^ ]+)\]\)$", re.MULTILINE)
TURNED = re.compile(r"^(query|key) = torch\.tensor\(\[\[(.+)\]\]\)$", re.MULTILINE)
SCORE = re.compile(r"^ *(\d+) - +(\d+) = \d+: (-?\d+\.\d+)$", re.MULTILINE)
EXPERIMENT = re.compile(r"^(.+?) +(\d+) right, +(\d+) about women: (.+)$", re.MULTILINE)
HOPS = re.compile(r"^layer 1: (\d+) attends to \d+ \(", re.MULTILINE)
ATOM = re.compile(r"-?\d[\d,]*(?:\.\d+)?|[^\W\d]+")
WRITTEN = re.compile(r"\b([A-Za-z]) = (\d+)")
ASKED = re.compile(r"^([A-Za-z]) is now$", re.MULTILINE)
RATE = re.compile(r"^p = (0\.\d+)$", re.MULTILINE)


def head(vectors: Path, asked: Path, mixed: Path, *, asks: str) -> dict[str, Any]:
    """The vectors of each word, and what was printed of the word that asks first.

    That is its weights and its context vector.
    """
    rows = {
        word: [[float(x), float(y)] for x, y in VECTOR.findall(row)]
        for word, row in WORD.findall(_printed(vectors))
    }
    words, weights = zip(*WEIGHT.findall(_printed(asked)), strict=True)
    context = dict(CONTEXT.findall(_printed(mixed)))[asks]
    if words != tuple(rows):
        raise ValueError(f"weights of {words}, and vectors of {tuple(rows)}")
    opens = {"word": asks, "weights": weights, "context": _numbers(context)}
    queries, keys, values = zip(*rows.values(), strict=True)
    known = {"queries": queries, "keys": keys, "values": values}
    return {"words": words, **known, "opens": opens}


def scores(block: Path) -> dict[str, Any]:
    """The scores that were drawn, and the weights that were printed of them."""
    drawn = _drawn(block)[0]
    [printed] = ROW.findall(_printed(block).strip())
    words, texts = drawn["xticks"], [text["text"] for text in drawn["texts"]]
    return {
        "words": words,
        "scores": [float(text) for text in _like(words, texts)],
        "opens": {"weights": _numbers(printed, like=words)},
    }


def row(block: Path, *, words: str) -> dict[str, Any]:
    """The last row of some weights before and after dropout, as printed."""
    printed = _printed(block)
    names = words.split()
    before, after = (_numbers(row, like=names) for row in LAST_ROWS.findall(printed))
    [rate] = RATE.findall(_stored(block, ".py"))
    [total] = SUMS.findall(printed)
    return {
        "word": names[-1],
        "words": names,
        "weights": before,
        "rate": float(rate),
        "opens": {"weights": after, "sum": total},
    }


def turned(block: Path) -> dict[str, Any]:
    """A query and a key, and the score that was printed first."""
    pairs = dict(TURNED.findall(_stored(block, ".py")))
    m, n, score = SCORE.findall(_printed(block))[0]
    query, key = (list(map(float, _numbers(pairs[name]))) for name in ("query", "key"))
    opens = {"positions": [int(m), int(n)], "score": score}
    return {"query": query, "key": key, "opens": opens}


def heatmaps(block: Path, *, asks: str, first: str, titles: str) -> dict[str, Any]:
    """The heatmaps that a block drew, with a title for each; ``first`` is shown."""
    drawn = _drawn(block)
    rows, columns = drawn[0]["yticks"], drawn[0]["xticks"]
    wide, parts = len(columns), []
    for axes, title in zip(drawn, titles.split("|"), strict=True):
        weights = [_like(columns, row) for row in axes["collections"][0]["values"]]
        texts = [text["text"] for text in axes["texts"]][: len(rows) * wide]
        shown = [texts[at : at + wide] for at in range(0, len(texts), wide)]
        _like(rows, weights), _like(rows, shown), _like(columns, shown[-1])
        parts.append({"title": title, "weights": weights, "texts": shown})
    at = rows.index(first)
    return {"asks": asks, "first": at, "rows": rows, "columns": columns, "parts": parts}


def memory(block: Path, *, first: str) -> dict[str, Any]:
    """Models as printed, a line each: their sizes, and the GiB of two caches."""
    head, *lines = _printed(block).splitlines()
    names = head.removesuffix("GiB multi-head").split()[1:]
    rows = (line.rsplit(maxsplit=len(names) + 2) for line in lines)
    table = {name: numbers for name, *numbers in rows}
    models = {
        name: dict(zip(names, map(int, numbers[:-2]), strict=True))
        for name, numbers in table.items()
    }
    size, full = table[first][-2:]
    return {"models": models, "first": first, "opens": {"size": size, "full": full}}


def experiments(block: Path) -> dict[str, Any]:
    """What was counted, and written, with some heads of the translator cut."""
    found = EXPERIMENT.findall(_printed(block))
    _like(_printed(block).splitlines(), found)
    return {
        "experiments": [
            {"name": name, "right": int(right), "women": int(women), "words": words}
            for name, right, women, words in found
        ]
    }


def circuit(drawn: Path, *printed: Path) -> dict[str, Any]:
    """The two copies that were drawn, and the number that was printed to attend."""
    numbers = [int(text["text"]) for text in _drawn(drawn)[0]["texts"] if text["text"]]
    first, second = numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]
    if first != second:
        raise ValueError(f"{first}, and again {second}")
    [number] = HOPS.findall(_printed(drawn))
    return {"numbers": first, "at": first.index(int(number))}


def written(block: Path, *, begins: str) -> dict[str, Any]:
    """The words of the first text that was printed, and how many were given."""
    text = _printed(block).splitlines()[0].lower().replace("...", "")
    words, beginning = text.split(), begins.split()
    if words[: len(beginning)] != beginning:
        raise ValueError(f"{begins!r}, and {' '.join(words)!r}")
    return {"words": words, "beginning": len(beginning)}


def overwritten(block: Path) -> dict[str, Any]:
    """The pairs that were printed, and the key of which answers were printed."""
    pairs = [[key, int(value)] for key, value in WRITTEN.findall(_printed(block))]
    [asked] = ASKED.findall(_printed(block))
    return {"writes": pairs, "asked": asked, "rule": "delta"}


def lines(*blocks: Path) -> dict[str, Any]:
    """Of each block the lines that it printed, each as its words and numbers."""
    return {
        "printed": [
            [
                [atom.rstrip(",").replace(",", "") for atom in ATOM.findall(line)]
                for line in re.sub(r"\btensor\b", "", _printed(block)).splitlines()
            ]
            for block in blocks
        ]
    }


# By name: what reads its numbers, and the script that it is in.
FIGURES: dict[str, tuple[Callable[..., dict[str, Any]], str]] = {
    "full": (head, "drag.js"),
    "growing": (head, "words.js"),
    "temperature": (scores, "bars.js"),
    "dropout": (row, "bars.js"),
    "rotary": (turned, "drag.js"),
    "memory": (memory, "bars.js"),
    "translate": (dict, "live.js"),
    "translator": (experiments, "live.js"),
    "induction": (circuit, "decoders.js"),
    **dict.fromkeys(("width", "heads", "alignment"), (heatmaps, "bars.js")),
    **dict.fromkeys(("story", "sampling"), (written, "decoders.js")),
    "recall": (overwritten, "memories.js"),
    **dict.fromkeys(
        ("kv-cache", "one-pass", "grouped", "tiles", "latent"), (lines, "steps.js")
    ),
    **dict.fromkeys(("split", "experts", "codes", "state"), (lines, "steps-parts.js")),
}
# How high each is in a wide and in a narrow window. site.css keeps that free, so that
# nothing moves when its script comes.
HEIGHTS = {
    "full": ("25.4rem", "42.6rem"),
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
}  # fmt: skip
# With a trained model, which comes so many milliseconds later.
MODELS = ("live.js", "decoders.js", "memories.js")
WAIT = ' data-wait="1000"'


def _stored(block: Path, suffix: str) -> str:
    return Path(f"{block}{suffix}").read_text(encoding="utf-8")


def _printed(block: Path) -> str:
    return _stored(block, ".out")


def _drawn(block: Path) -> list[dict[str, Any]]:
    return json.loads(_stored(block, ".json"))["axes"]


def _numbers(printed: str, like: list[str] | None = None) -> list[str]:
    """Each number of a printed tensor, digit by digit; as many as there are others."""
    numbers = re.split(r",\s*", printed)
    return numbers if like is None else _like(like, numbers)


def _like(others: list[Any], found: list[Any]) -> list[Any]:
    """What was found, if it is as many as others are."""
    if len(found) != len(others):
        raise ValueError(f"{len(found)} in the place of {len(others)}")
    return found


class FillFigure(Preprocessor):
    """Puts the numbers into the element that is the figure."""

    def run(self, lines: list[str]) -> list[str]:
        return [self.filled(line) if LINE.match(line) else line for line in lines]

    def filled(self, line: str) -> str:
        found = LINE.match(line)
        data = dict(DATA.findall(unescape(found["data"]))) if found else {}
        figure, blocks = data.pop("figure", ""), data.pop("blocks", "").split()
        if figure not in FIGURES:
            raise PageError(f"{figure!r} is no figure; they are {', '.join(FIGURES)}")
        read, script = FIGURES[figure]
        try:  # the site is built in the project's root
            numbers = read(*(Path("snippets", name) for name in blocks), **data)
        except (OSError, LookupError, TypeError, ValueError) as error:
            raise PageError(f"{figure!r} cannot read its outputs: {error}") from error
        parts = (block.rpartition("/") for block in blocks)
        numbers["from"] = [{"page": f"{page}/", "block": b} for page, _, b in parts]
        text = escape(json.dumps(numbers, separators=(",", ":")))
        wide, narrow = HEIGHTS[figure]
        return (
            f'<div class="drag" style="--wide: {wide}; --narrow: {narrow}"'
            f' data-figure="{figure}" data-script="{script}"'
            f'{WAIT * (script in MODELS)} data-head="{text}" markdown>'
        )


# Before `html_block` (20), which reads the element's attributes.
makeExtension = extension(("preprocessors", FillFigure, "publish-drag", 21))
