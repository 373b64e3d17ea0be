"""The course for machines: each page as plain Markdown, one file that lists the pages,
one that holds them all.

A page's file has the page's address with ``.md`` in place of the last slash: beside
``causal/mask/`` lies ``causal/mask.md``, and the first page is ``index.md``.
``llms.txt`` follows llmstxt.org.
"""

import json
from operator import itemgetter
from pathlib import Path

from publish.export.plain import address, markdown
from publish.project import Project, put

LIST, WHOLE = "llms.txt", "llms-full.txt"


def file(project: Project, page: str) -> str:
    """Where the page's Markdown lies in the site."""
    return (project.url(page).rstrip("/") or "index") + ".md"


def text(project: Project, page: str) -> str:
    """The page as plain Markdown, with its address, its title and what it is about."""
    known = project.page(page).about
    head = {
        "title": known.get("title", page),
        "description": known.get("description", ""),
        "url": address(project, project.url(page)),
    }
    # JSON's strings are YAML's.
    lines = [
        f"{name}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in head.items()
    ]
    return "\n".join(["---", *lines, "---", "", markdown(project, page)]) + "\n"


def listing(project: Project) -> str:
    """``llms.txt``: every page with its address and what it is about, part by part."""
    config = project.config
    blocks = [f"# {config.site_name}", f"> {config.site_description}"]
    blocks.append(
        "Each page is here as plain Markdown: its code, which was run, and under each "
        "block what it printed, raised or drew. In reading order:"
    )
    for heading, pages in filter(itemgetter(1), project.parts):
        rows = [_row(project, page) for page in pages]
        blocks += [f"## {heading}", "\n".join(rows)]
    rows = [
        f"- [Everything]({address(project, WHOLE)}): the pages above in one file",
        f"- [Every block]({address(project, 'snippets.json')}): its code and outputs",
    ]
    blocks += ["## Optional", "\n".join(rows)]
    return "\n\n".join(blocks) + "\n"


def _row(project: Project, page: str) -> str:
    known = project.page(page).about
    link = f"[{known.get('title', page)}]({address(project, file(project, page))})"
    said = known.get("description")
    return f"- {link}: {said}" if said else f"- {link}"


def write(project: Project, site: Path) -> None:
    """Writes the files into a folder."""
    texts = {file(project, page): text(project, page) for page in project.pages}
    texts |= {WHOLE: "\n".join(texts.values()), LIST: listing(project)}
    for name, words in texts.items():
        put(site / name, words)
