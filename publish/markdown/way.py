"""Markdown extension: the way of the data through attention, with a lesson's step lit.

A line ``<!-- way: mask -->`` becomes a small diagram whose steps lead to their lessons;
several steps are lit by ``<!-- way: scores, mix -->``. mkdocs.yml names the steps, what
their boxes say, and the lessons behind them.
"""

import re
from html import escape
from typing import Any

from markdown import Extension, Markdown

from publish.markdown import Markers, extension
from publish.pages.model import PageError

MARKER = re.compile(r"^<!-- way: (?P<steps>[\w, ]+) -->$")

Steps = dict[str, list[str]]  # by name, the words of a box and its lesson


def here(steps: Steps, marker: str) -> str:
    """In words, where in the way a page is."""
    return (
        f"Where we are: {' and '.join(steps[name][0] for name in lit(steps, marker))}."
    )


def lit(steps: Steps, marker: str) -> list[str]:
    """The names of the steps that a marker lights."""
    found = re.split(r",\s*", marker)
    unknown = set(found) - set(steps)
    if unknown:
        raise PageError(f"{unknown.pop()!r} is no step; they are {', '.join(steps)}")
    return found


class DrawWay(Markers):
    marker = MARKER

    def __init__(self, md: Markdown, steps: Steps) -> None:
        super().__init__(md)
        self.steps = steps

    def made(self, found: re.Match[str]) -> str:
        """The diagram, its links relative to a page two levels deep."""
        names = lit(self.steps, found["steps"])
        boxes = "".join(
            f'<a href="../../{page.removesuffix(".md")}/" tabindex="-1"'
            f"{' class=lit' * (name in names)}>{words}</a>"
            for name, (words, page) in self.steps.items()
        )
        return (
            '<div class="way" data-search-exclude>'
            f"<p>{escape(here(self.steps, found['steps']))}</p>"
            f'<div aria-hidden="true">{boxes}</div></div>'
        )


def makeExtension(steps: Steps, **options: Any) -> Extension:
    # As `publish.markdown.verified` does, before comments are taken away.
    return extension("preprocessors", lambda md: DrawWay(md, steps), "publish-way", 21)(
        **options
    )
