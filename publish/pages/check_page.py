"""Pages and files: every snippet is shown once, on its page, with its outputs.

What a page says is checked page by page, so that a page that has not changed need not
be read again; what no page shows is asked of all of them.
"""

import re
from collections.abc import Iterator

from publish.page_model import Block, Page, PageError
from publish.pages import numbers, quoted_sentences
from publish.project import Project, Snippet
from publish.snapshots.ledger import stored_files

INSTALL = "# pip install "
# The classes of what `publish` writes.
MADE = re.compile(
    r"""(?:class\s*=\s*["']?[^"'>]*\b|\{[^}\n]*\.)(?:record|block-link|repeats|report|doc)\b"""
)

# A link to a file of the repository, which no build of the site follows.
LINKED = re.compile(r"\]\(repo:([^)#]*)")


def of_page(project: Project, name: str, quotes: list[str]) -> list[str]:
    """What is wrong with one page; ``quotes``: what tests hold up of it."""
    page = project.page(name)
    found = [
        f"docs/{name}, line {line} of the text: {text}" for line, text in page.problems
    ]
    text = (project.docs / name).read_text(encoding="utf-8")
    for typed in MADE.findall(text):
        found.append(f"docs/{name} types {typed}: what bears it is made, never typed")
    found += _included(project, name, page)
    try:
        return [
            *found,
            *_outputs(project, name, page),
            *_first(project, name, page),
            *numbers.unbacked(project, name),
            *_quoted(name, page, quotes),
        ]
    except PageError:  # a file is missing, which was said
        return found


def of_all(project: Project) -> list[str]:
    """The files on disk are the files on pages, each once, each on its page."""
    shown: dict[str, list[str]] = {}
    found: list[str] = []
    for name in project.pages:
        for block in project.page(name).blocks:
            shown.setdefault(block.path, []).append(name)
        text = (project.docs / name).read_text(encoding="utf-8")
        for path in LINKED.findall(text):
            if not (project.root / path).exists():
                found.append(f"docs/{name} links to {path}, which does not exist")
    for snippet in project.snippets:
        pages = shown.get(f"{snippet.id}.py", [])
        if pages != [snippet.page]:
            where = ", ".join(pages) or "no page"
            found.append(
                f"snippets/{snippet.id}.py is shown on {where}; "
                f"it belongs on docs/{snippet.page}, once"
            )
    return found


def _included(project: Project, name: str, page: Page) -> Iterator[str]:
    """What a page includes is there, and is nothing that ends its fence."""
    for block in page.blocks:
        try:
            text = project.included(block.path)
        except PageError:
            yield f"docs/{name} shows snippets/{block.path}, which does not exist"
            continue
        file = block.path.rpartition("/")[2]
        if re.search(rf"^\s*`{{{block.ticks},}}", text, re.MULTILINE):
            yield (
                f"docs/{name}: {file} has a fence of its own; "
                "open the one that shows it with more backticks"
            )
        if "--8<--" in text:
            yield f"docs/{name}: {file} says --8<--, which would be an include"


def _outputs(project: Project, name: str, page: Page) -> Iterator[str]:
    """Under each snippet is what is stored for it, all of it, and no more."""
    figures = {figure.snippet for figure in page.figures}
    for block, below in page.with_outputs():
        snippet = _snippet(project, block)
        if snippet is None:
            continue
        folder = snippet.id.rpartition("/")[0]
        stored = [
            f"{folder}/{path.name}"
            for path in stored_files(snippet)
            if path.suffix in (".out", ".err")
        ]
        shown = [output.path for output in below]
        if sorted(stored) != sorted(shown):
            yield (
                f"docs/{name} shows under {snippet.idea}.py {shown or 'nothing'}; "
                f"stored is {stored or 'nothing'}"
            )
        for output in below:
            # Without the comment, pytest-codeblocks would not know the output.
            if output.path.endswith(".out") and not output.expected:
                comment = "<!--pytest-codeblocks:expected-output-->"
                yield f"docs/{name} shows {output.path} without {comment} above it"
        if snippet.stored(".svg").exists() and snippet.id not in figures:
            yield f"docs/{name} does not show figures/{snippet.id}.svg"


def _quoted(name: str, page: Page, quotes: list[str]) -> Iterator[str]:
    """What tests quote of the page is said, and its formulas are quoted."""
    for quote in quotes:
        if problem := quoted_sentences.unsaid(page, quote):
            yield f"docs/{name} {problem}"
    for formula in quoted_sentences.untested(page, quotes):
        yield (
            f"docs/{name} has the formula “{formula}”: compute it as it is written, "
            f'sign by sign, in a test that quotes it: says("{name[:-3]}", r"…")'
        )


def _first(project: Project, name: str, page: Page) -> Iterator[str]:
    """The first block of a page says how to get the package."""
    snippets = (_snippet(project, block) for block in page.blocks if block.is_code)
    first = next((snippet for snippet in snippets if snippet), None)
    if first and first.path.exists() and not first.code.startswith(INSTALL):
        yield (
            f"snippets/{first.id}.py is the first block of docs/{name}: begin it "
            f"with `{INSTALL}…`"
        )


def _snippet(project: Project, block: Block) -> Snippet | None:
    """The snippet that a block shows; None if it shows a source of the package."""
    package = block.path.startswith("attention/")
    return None if package else project.snippet(block.path)
