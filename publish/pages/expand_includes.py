"""A page as pytest-codeblocks reads it: with its files, and its fences made plain.

pytest-codeblocks runs a block only if its fence is exactly ``python`` and does not know
includes. That the site's own Markdown shows the same is for
`publish.pages.html_blocks`.
"""

import re
from io import StringIO
from textwrap import indent

from pytest_codeblocks.main import CodeBlock, extract_from_buffer

from publish.page_model import INCLUDE, PageError
from publish.project import Project


def expand(project: Project, page: str) -> str:
    """The page with its includes replaced, and no words behind ``python``."""
    text = re.sub(r"^( *`{3,}\w+) .*", r"\1", project.page(page).text, flags=re.M)

    def included(found: re.Match[str]) -> str:
        file = project.included(found["path"]).rstrip("\n")
        return indent(file, found["indent"], lambda line: True)  # blank ones, too

    return re.sub(INCLUDE.pattern, included, text, flags=re.MULTILINE)


def blocks(project: Project, page: str) -> list[CodeBlock]:
    """What pytest-codeblocks finds on the page as it is published."""
    text = StringIO(f"{expand(project, page)}\n")
    try:
        return extract_from_buffer(text, max_num_lines=100_000)
    except RuntimeError as error:  # a fence that is not closed, for example
        raise PageError(f"docs/{page} cannot be read: {error}") from None
