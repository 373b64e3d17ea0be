"""Markdown extension: the way of the data through attention, with a lesson's step lit.

A line ``<!-- way: mask -->`` becomes a small diagram whose steps lead to their lessons;
several steps are lit by ``<!-- way: scores, mix -->``.
"""

import re
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
    boxes = "".join(
        f'<a href="../../{page}/" tabindex="-1"{" class=lit" * (n in lit)}>{words}</a>'
        for n, (words, page) in STEPS.items()
    )
    return (
        f'<div class="way" data-search-exclude><p>{escape(here(marker))}</p>'
        f'<div aria-hidden="true">{boxes}</div></div>'
    )


class DrawWay(Markers):
    marker = MARKER

    def made(self, found: re.Match[str]) -> str:
        return diagram(found["steps"])


# As `publish.markdown.verified` does, before comments are taken away.
makeExtension = extension("preprocessors", DrawWay, "publish-way", 21)
