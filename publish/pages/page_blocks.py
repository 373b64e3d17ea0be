"""One page's blocks, as pytest-codeblocks reads them, executed and compared."""

from dataclasses import dataclass

from pytest_codeblocks.main import CodeBlock

from publish.pages.expand_includes import blocks
from publish.project import Project, Snippet
from publish.snapshots.results import Outputs


@dataclass(frozen=True)
class PageBlock:
    """A block of a page: a snippet, or a source of the package."""

    page: str
    block: CodeBlock
    snippet: Snippet | None
    name: str

    @property
    def code(self) -> str:
        return self.block.code.strip("\n")


def of_page(project: Project, page: str) -> list[PageBlock]:
    """The page's blocks in order, each with the file that it shows."""
    here = project.snippets_of(page)
    snippets = {snippet.code.strip("\n"): snippet for snippet in here}
    sources = {
        project.included(block.path).strip("\n"): block.path
        for block in project.page(page).blocks
        if block.path.startswith("attention/") and (project.root / block.path).exists()
    }
    found = []
    for block in blocks(project, page):
        if block.syntax != "python":
            continue
        code = block.code.strip("\n")
        snippet, source = snippets.get(code), sources.get(code)
        name = snippet.idea if snippet else source or f"line {block.lineno}"
        found.append(PageBlock(page, block, snippet, name))
    return found


def check_block(outputs: Outputs, item: PageBlock) -> list[str]:
    """What is wrong with a block: how it runs, what it gives, what the page says."""
    if item.snippet is None:
        return _source(outputs, item)
    found = outputs.differences(item.snippet)
    stored = item.snippet.stored(".out")
    if item.block.expected_output is not None and stored.exists():
        expected = stored.read_text(encoding="utf-8")
        if item.block.expected_output.strip("\n") != expected.strip("\n"):
            found.append(
                f"docs/{item.page}: the output shown under {item.name} is not its own"
            )
    return found


def _source(outputs: Outputs, item: PageBlock) -> list[str]:
    """A source of the package, pasted: it runs, and says nothing."""
    result = outputs.pasted(item.block.code, item.name)
    where = f"docs/{item.page}: {item.name}"
    if result.error:
        return [f"{where} does not run when it is pasted: {result.error}"]
    if result.stdout or result.stderr:
        return [f"{where} prints when it is pasted"]
    return []
