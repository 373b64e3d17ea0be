"""A page as pytest-codeblocks reads it: expanded by the site's own Markdown.

pytest-codeblocks runs a block only if its fence is exactly ``python`` and does not know
includes. So a page is expanded with the Markdown configuration of the site, its fences
are made plain, and the result is handed over.
"""

import re
from io import StringIO

from mkdocs.utils.meta import get_data
from pymdownx.snippets import SnippetMissingError
from pytest_codeblocks.main import CodeBlock, extract_from_buffer

from publish.pages.model import FENCE, PageError
from publish.project import Project


def expand(project: Project, page: str) -> str:
    """The page with its includes replaced, as the site's Markdown does it."""
    md = project.markdown
    lines = get_data((project.docs / page).read_text(encoding="utf-8"))[0].split("\n")
    try:
        lines = md.preprocessors["publish-blocks"].run(lines)
        lines = md.preprocessors["snippet"].run(lines)
    except SnippetMissingError as error:
        raise PageError(
            f"docs/{page} includes a file that is missing: {error}"
        ) from None
    return "\n".join(lines)


def normalise(text: str) -> str:
    """Fences made plain: backticks, a bare language, no empty last line."""
    result: list[str] = []
    ticks = ""
    for line in text.split("\n"):
        match = FENCE.match(line)
        if match and not ticks:
            indent, ticks, info = match.groups()
            line = f"{indent}{ticks}{_language(info)}"
        elif match and match["ticks"].startswith(ticks) and not match["info"]:
            ticks = ""
            # A file's last newline leaves an empty line before the closing fence.
            if result and not result[-1].strip():
                result.pop()
        result.append(line)
    return "\n".join(result) + "\n"


def _language(info: str) -> str:
    """``python`` from ``{.python .snippet #code-scores}`` or ``python title="x"``."""
    first = re.search(r"[\w+-]+", info)
    return first[0] if first else ""


def blocks(project: Project, page: str) -> list[CodeBlock]:
    """What pytest-codeblocks finds on the page as it is published."""
    text = StringIO(normalise(expand(project, page)))
    try:
        return extract_from_buffer(text, max_num_lines=100_000)
    except RuntimeError as error:  # a fence that is not closed, for example
        raise PageError(f"docs/{page} cannot be read: {error}") from None
