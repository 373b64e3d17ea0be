"""Markdown extension: where a lesson is on a map, through attention or through a model.

A line ``<!-- way: mask -->`` becomes a small diagram whose steps lead to their lessons;
several steps of one map are lit by ``<!-- way: scores, mix -->``. mkdocs.yml has the
maps: the names of their steps, what their boxes say, and the lessons behind them.
"""

import re
from html import escape

from markdown import Markdown

from publish.markdown import Markers, extension
from publish.page_model import PageError

MARKER = re.compile(r"^<!-- way: (?P<steps>[\w, ]+) -->$")

Steps = dict[str, list[str]]  # by name, the words of a box and its lesson


def here(maps: list[Steps], marker: str) -> str:
    """In words, where a page is."""
    steps, names = lit(maps, marker)
    return f"Where we are: {' and '.join(steps[name][0] for name in names)}."


def lit(maps: list[Steps], marker: str) -> tuple[Steps, list[str]]:
    """The map that has the steps of a marker, and their names."""
    names = re.split(r",\s*", marker)
    for steps in maps:
        if set(names) <= set(steps):
            return steps, names
    every = "; ".join(", ".join(steps) for steps in maps)
    raise PageError(f"no map has the steps {marker!r}; they have {every}")


class DrawWay(Markers):
    marker = MARKER

    def __init__(self, md: Markdown, maps: list[Steps]) -> None:
        super().__init__(md)
        self.maps = maps

    def made(self, found: re.Match[str]) -> str:
        """The diagram, its links relative to a page two levels deep."""
        steps, names = lit(self.maps, found["steps"])
        boxes = "".join(
            f'<a href="../../{page.removesuffix(".md")}/" tabindex="-1"'
            f"{' class=lit' * (name in names)}>{words}</a>"
            for name, (words, page) in steps.items()
        )
        return (
            '<div class="way" data-search-exclude>'
            f"<p>{escape(here(self.maps, found['steps']))}</p>"
            f'<div aria-hidden="true">{boxes}</div></div>'
        )


# As `publish.markdown.record_tables` does, before comments are taken away.
makeExtension = extension(("preprocessors", DrawWay, "publish-way", 21))
