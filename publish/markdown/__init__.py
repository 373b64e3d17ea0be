"""Extensions of the site's Markdown, each a module named in mkdocs.yml."""

import re
from collections.abc import Callable
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor


def extension(
    registry: str, part: Callable[[Markdown], Any], name: str, priority: float
) -> Callable[..., Extension]:
    """What makes an extension that adds one part to a registry of Markdown's."""

    class Ours(Extension):
        def extendMarkdown(self, md: Markdown) -> None:
            getattr(md, registry).register(part(md), name, priority)

    return lambda **options: Ours(**options)


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
