"""Each page as plain Markdown beside it, ``index.md``; and llms.txt (llmstxt.org)."""

from pathlib import Path

from publish.export.plain import Block, Piece, Prose, address, fenced, pieces
from publish.project import Project, put

LICENCE = (
    "Code: MIT licence. Text and figures: "
    "[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)."
)
ABOUT = """\
# {name}

> {description}

Each page is here as plain Markdown: its code, which was run, and what each block
printed, raised or drew. {licence} In reading order:
"""
ABOVE = {"out": "Output:\n\n", "err": "Error:\n\n"}


def text(project: Project, page: str) -> str:
    """The page as plain Markdown, with its address and its licence."""
    parts = [_markdown(project, page, piece) for piece, _ in pieces(project, page)]
    last = f"[This page]({address(project, page)}) · {LICENCE}"
    return "\n\n".join([*parts, "---", last]) + "\n"


def _markdown(project: Project, page: str, piece: Piece) -> str:
    if isinstance(piece, Prose):
        return piece.text
    if isinstance(piece, Block):
        above = ABOVE.get(piece.path.rpartition(".")[2], "")
        return above + fenced(piece.language, project.included(piece.path))
    drawn = f"figures/{piece.snippet}.svg"
    return f"![{piece.alt}]({address(project, 'index.md', drawn)})"


def write(project: Project, site: Path) -> None:
    """Writes the pages' Markdown, the list of them, and all of them in one."""
    texts = {page: text(project, page) for page in project.pages}
    for page, words in texts.items():
        put(site / project.url(page) / "index.md", words)
    config = project.config
    head = ABOUT.format(
        name=config.site_name, description=config.site_description, licence=LICENCE
    )
    lines = [head]
    for part, pages in project.parts:
        lines.append(f"\n## {part}\n")
        for page in pages:
            about = project.page(page).about
            title, said = about.get("title", page), about.get("description", "")
            lines.append(f"- [{title}]({address(project, page, 'index.md')}): {said}")
    put(site / "llms.txt", "\n".join(lines) + "\n")
    put(site / "llms-full.txt", "\n".join([head, *texts.values()]))
