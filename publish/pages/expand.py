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

from publish.pages.model import PageError
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
    """Fences made plain: ``python`` from ``{.python .snippet #code-scores}``."""
    return re.sub(r"^( *`{3,})[ {.]*(\w+).*", r"\1\2", text, flags=re.MULTILINE) + "\n"


def blocks(project: Project, page: str) -> list[CodeBlock]:
    """What pytest-codeblocks finds on the page as it is published."""
    text = StringIO(normalise(expand(project, page)))
    try:
        return extract_from_buffer(text, max_num_lines=100_000)
    except RuntimeError as error:  # a fence that is not closed, for example
        raise PageError(f"docs/{page} cannot be read: {error}") from None
