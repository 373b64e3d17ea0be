"""Extensions of the site's Markdown, each a module named in mkdocs.yml."""

import re
from collections.abc import Callable
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor


def extension(
    *parts: tuple[str, Callable[..., Any], str, float],
) -> Callable[..., Extension]:
    """What makes an extension: parts, each for a registry of Markdown's.

    A part gets what mkdocs.yml says to the extension. It has a name, and a priority.
    """

    class Ours(Extension):
        def __init__(self, **options: Any) -> None:
            super().__init__()
            self.options = options

        def extendMarkdown(self, md: Markdown) -> None:
            for registry, part, name, priority in parts:
                made = part(md, **self.options)
                getattr(md, registry).register(made, name, priority)

    return Ours


class Markers(Preprocessor):
    """Puts HTML in the place of each line that is a marker."""

    marker: re.Pattern[str]

    def run(self, lines: list[str]) -> list[str]:
        return [
            self.md.htmlStash.store(self.made(found)) if found else line
            for line, found in zip(lines, map(self.marker.match, lines), strict=True)
        ]

    def made(self, found: re.Match[str]) -> str:
        raise NotImplementedError
