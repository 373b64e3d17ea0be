"""Pages and files: every snippet is shown once, on its page, with its outputs."""

import re

from publish.pages.expand import prose
from publish.markdown.blocks import INCLUDE
from publish.pages.expand import includes, refused, source
from publish.project import Project, Snippet
from publish.outputs.store import shown_files

INSTALL = "# pip install "
# The classes of what `publish` writes, and the guard of numbers trusts.
MADE = re.compile(
    r"""class\s*=\s*["']?[^"'>]*\b(?:record|foot|doc)\b|\{[^}\n]*\.(?:record|foot|doc)\b"""
)


def problems(project: Project) -> list[str]:
    found = [line for page in project.pages for line in refused(project, page)]
    shown = [(page, path) for page in project.pages for path in includes(project, page)]
    return [
        *found,
        *_typed(project),
        *_snippets(project, shown),
        *_outputs(project),
        *_first(project, shown),
        *prose.problems(project),
    ]


def _typed(project: Project) -> list[str]:
    """What only a run may write is not typed into a page."""
    return [
        f"docs/{page} types {match[0]}: what bears it is made, never typed"
        for page in project.pages
        for match in MADE.finditer(source(project, page))
    ]


def _snippets(project: Project, shown: list[tuple[str, str]]) -> list[str]:
    """The files on disk are the files on pages, each once, each on its page."""
    found = []
    known = {f"{snippet.id}.py": snippet for snippet in project.snippets}
    for path, snippet in known.items():
        pages = [page for page, included in shown if included == path]
        if not pages:
            found.append(
                f"snippets/{path} is shown on no page; its page is docs/{snippet.page}"
            )
        elif pages != [snippet.page]:
            found.append(
                f"snippets/{path} is shown on {', '.join(pages)}; "
                f"it belongs on docs/{snippet.page}, once"
            )
    for page, path in shown:
        package = path.startswith("attention/") and (project.root / path).exists()
        if path.endswith(".py") and path not in known and not package:
            found.append(f"docs/{page} shows snippets/{path}, which does not exist")
    return found


def _outputs(project: Project) -> list[str]:
    """Under each snippet stands what is stored for it, all of it, and no more."""
    found = []
    for page in project.pages:
        for snippet, below in _with_outputs(project, page):
            folder = snippet.id.rpartition("/")[0]
            stored = [
                f"{folder}/{path.name}"
                for path in shown_files(snippet)
                if path.suffix in (".out", ".err")
            ]
            if sorted(stored) != sorted(below):
                found.append(
                    f"docs/{page} shows under {snippet.idea}.py {below or 'nothing'}; "
                    f"stored is {stored or 'nothing'}"
                )
            figure = f"figures/{snippet.id}.svg"
            if snippet.stored(".svg").exists() and figure not in source(project, page):
                found.append(f"docs/{page} does not show {figure}")
    return found


def _with_outputs(project: Project, page: str) -> list[tuple[Snippet, list[str]]]:
    """Each snippet of a page with the outputs that are included below it."""
    found: list[tuple[Snippet, list[str]]] = []
    expected = False
    for line in source(project, page).splitlines():
        expected = expected or "pytest-codeblocks:expected-output" in line
        include = INCLUDE.match(line)
        if include is None:
            continue
        path = include["path"]
        if path.endswith(".py"):
            if not path.startswith("attention/"):
                found.append((project.snippet(path), []))
        elif found:
            # Without the comment, pytest-codeblocks would not know the output.
            if path.endswith(".out") and not expected and path.count(".") == 1:
                path += " without <!--pytest-codeblocks:expected-output--> above it"
            found[-1][1].append(path)
        expected = False
    return found


def _first(project: Project, shown: list[tuple[str, str]]) -> list[str]:
    """The first block of a page says how to get the package."""
    found = []
    first: dict[str, str] = {}
    for page, path in shown:
        if path.endswith(".py") and not path.startswith("attention/"):
            first.setdefault(page, path)
    for page, path in first.items():
        file = project.snippets_dir / path
        if file.exists() and not file.read_text(encoding="utf-8").startswith(INSTALL):
            found.append(
                f"snippets/{path} is the first block of docs/{page}: begin it "
                f"with `{INSTALL}…`"
            )
    return found
