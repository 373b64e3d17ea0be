"""Pages as published: expanded by the site's own Markdown, read by pytest-codeblocks.

pytest-codeblocks runs a block only if its fence is exactly ``python`` and does
not know includes. So a page is expanded with the Markdown configuration of the
site, its fences are made plain, and the result is handed over.
"""

import re
from io import StringIO

from mkdocs.utils.meta import get_data
from pymdownx.snippets import SnippetMissingError
from pytest_codeblocks.main import CodeBlock, extract_from_buffer

from publish.blocks import INCLUDE
from publish.project import Project

OPENING = re.compile(r"^(\s*)(`{3,})\s*(.*?)\s*$")
PLAIN = re.compile(r"^\s*`{3,}(python|text)( .*)?$")
CONSOLE = re.compile(r"^\s*`{3,}console$")
COMMENT = re.compile(r"^\s*<!--.*pytest[-.]")
EXPECTED = re.compile(r"^\s*<!--pytest-codeblocks:expected-output-->$")


class PageError(Exception):
    """A page that cannot be published; says which, where, and the rule."""


def source(project: Project, page: str) -> str:
    """The page's Markdown without its front matter."""
    return get_data((project.docs / page).read_text(encoding="utf-8"))[0]


def includes(project: Project, page: str) -> list[str]:
    """The files that a page includes, in order."""
    found = (INCLUDE.match(line) for line in source(project, page).splitlines())
    return [match["path"] for match in found if match]


def expand(project: Project, page: str) -> str:
    """The page with its includes replaced, as the site's Markdown does it."""
    md = project.markdown
    lines = source(project, page).split("\n")
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
        match = OPENING.match(line)
        if match and not ticks:
            indent, ticks, info = match.groups()
            line = f"{indent}{ticks}{_language(info)}"
        elif match and match[2].startswith(ticks) and not match[3]:
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
    return extract_from_buffer(
        StringIO(normalise(expand(project, page))), max_num_lines=100_000
    )


def refused(project: Project, page: str) -> list[str]:
    """Fences on a page that would not run, or would not show what they say."""
    problems: list[str] = []
    ticks, start = "", 0
    lines = source(project, page).split("\n")
    for number, line in enumerate(lines, start=1):
        where = f"docs/{page}, line {number} of the text"
        if re.match(r"^\s*~{3,}", line) and not ticks:
            problems.append(f"{where}: ~~~ fences are not run; use ```")
        if re.match(r"^\s*>.*(--8<--|```)", line):
            problems.append(f"{where}: nothing is run inside a blockquote (>)")
        if COMMENT.match(line) and not EXPECTED.match(line):
            problems.append(f"{where}: blocks are neither joined nor skipped: {line}")
        match = OPENING.match(line)
        if match and not ticks:
            ticks, start = match[2], number
            plain, console = PLAIN.match(line), CONSOLE.match(line)
            if not (plain or console):
                problems.append(
                    f"{where}: a fence is ```python, ```text or ```console, "
                    f"not {line.strip()}"
                )
        elif match and match[2].startswith(ticks) and not match[3]:
            typed = lines[start : number - 1]
            whole = len(typed) == 1 and INCLUDE.match(typed[0])
            if PLAIN.match(lines[start - 1]) and not whole:
                problems.append(
                    f"docs/{page}, line {start} of the text: code and results are "
                    'not typed into a page; include one whole file: --8<-- "…"'
                )
            ticks = ""
    return problems
