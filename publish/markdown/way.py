"""Markdown extension: the way of the data through attention, with a lesson's step lit.

A line ``<!-- way: mask -->`` becomes a small diagram whose steps lead to their lessons;
several steps are lit by ``<!-- way: scores, mix -->``.
"""

import re
import textwrap
from html import escape

from publish.markdown import Markers, extension

MARKER = re.compile(r"^<!-- way: (?P<steps>[\w, ]+) -->$")
STEPS = {  # what a box says, and the lesson behind it
    "words": ("words", "text/tokens"),
    "vectors": ("vectors", "text/embeddings"),
    "order": ("+ order", "order/learned"),
    "qkv": ("query, key, value", "self-attention/query-key-value"),
    "heads": ("split into heads", "multi-head/split"),
    "scores": ("scores", "self-attention/without-weights"),
    "scale": ("÷ √d", "self-attention/scaling"),
    "mask": ("mask", "causal/mask"),
    "softmax": ("softmax", "self-attention/softmax"),
    "dropout": ("dropout", "causal/dropout"),
    "mix": ("mix the values", "self-attention/without-weights"),
    "join": ("join the heads", "multi-head/split"),
}
ACROSS, WIDTH, HEIGHT, GAP = 6, 58, 34, 5  # boxes in a row, and their size


class WayError(ValueError):
    """A step that is not one of the way's."""


def steps(marker: str) -> list[str]:
    """The names of the steps that a marker lights."""
    lit = re.split(r",\s*", marker)
    unknown = set(lit) - set(STEPS)
    if unknown:
        raise WayError(f"{unknown.pop()!r} is no step; they are {', '.join(STEPS)}")
    return lit


def here(marker: str) -> str:
    """In words, where in the way a page is."""
    return f"Where we are: {' and '.join(STEPS[name][0] for name in steps(marker))}."


def diagram(marker: str) -> str:
    """The diagram as HTML, its links relative to a page two levels deep."""
    lit = steps(marker)
    boxes = "".join(_box(n, name, name in lit) for n, name in enumerate(STEPS))
    across = ACROSS * (WIDTH + GAP) - GAP
    down = 2 * HEIGHT + 2 * GAP
    return (
        '<div class="way" data-search-exclude>'
        f'<p class="way-here">{escape(here(marker))}</p>'
        f'<svg viewBox="0 0 {across} {down}" aria-hidden="true" '
        f'focusable="false">{boxes}</svg></div>'
    )


def _box(number: int, name: str, lit: bool) -> str:
    words, page = STEPS[name]
    row, column = divmod(number, ACROSS)
    x, y = column * (WIDTH + GAP), row * (HEIGHT + 2 * GAP)
    lines = textwrap.wrap(words, 10)
    first = y + HEIGHT / 2 - 5.5 * (len(lines) - 1) + 3.5
    text = "".join(
        f'<text x="{x + WIDTH / 2:g}" y="{first + 11 * n:g}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    arrow = ""
    if column:
        arrow = f'<path d="M{x - GAP} {y + HEIGHT / 2:g}h{GAP}"/>'
    return (
        f'{arrow}<a href="../../{page}/" tabindex="-1"{" class=lit" if lit else ""}>'
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>{text}</a>'
    )


class DrawWay(Markers):
    marker = MARKER

    def made(self, found: re.Match[str]) -> str:
        return diagram(found["steps"])


# As `publish.markdown.records` does, before comments are taken away.
makeExtension = extension("preprocessors", DrawWay, "publish-way", 21)
