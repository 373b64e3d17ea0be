"""A page as plain Markdown, for readers without our theme: notebooks and machines.

Formulas are between dollars, without colours; links are whole addresses; boxes are
quoted, and the code in them follows the quotation.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from urllib.parse import urljoin

from publish import page_model as model
from publish.markdown.mathematics import portable
from publish.page_model import Block, Figure, PageError, Prose
from publish.project import Project

# Code, which stays as it is; formulas, links and colours, which are written otherwise.
CODE = r"(?P<code>(?P<ticks>`+)[\s\S]+?(?P=ticks))"
WRITTEN = re.compile(
    rf"{CODE}|^\\\[(?P<display>[\s\S]+?)\\\]$|\\\((?P<inline>[\s\S]+?)\\\)"
    r'|\]\((?P<link>[^)\s]+)|href="(?P<html>[^"]+)|(?P<colour></?span[^>]*>)|(?P<dollar>\$)',
    re.MULTILINE,
)

Piece = Prose | Block | Figure


def pieces(project: Project, page: str) -> list[tuple[Piece, bool]]:
    """The page from top to bottom, and of each piece, whether it is folded.

    Prose between two blocks is one piece.
    """
    every = _pieces(project, page, project.page(page).items)
    found: list[tuple[Piece, bool]] = []
    for is_prose, group in groupby(every, lambda each: isinstance(each[0], Prose)):
        if is_prose:
            text = "\n\n".join(
                piece.text for piece, _ in group if isinstance(piece, Prose)
            )
            found.append((Prose(text), False))
        else:
            found += group
    return found


def _pieces(
    project: Project, page: str, items: Iterable[model.Item], folded: bool = False
) -> Iterator[tuple[Piece, bool]]:
    for item in items:
        if isinstance(item, model.Heading):
            yield Prose(f"{'#' * item.level} {plain(project, page, item.title)}"), False
        elif isinstance(item, Prose):
            yield Prose(plain(project, page, item.text)), False
        elif isinstance(item, model.Console):
            yield Prose(fenced("console", item.text)), False
        elif isinstance(item, model.Module):  # its docstrings are the reference
            yield Prose(f"## {item.name}"), False
            yield Block(item.path, "python"), folded
        elif isinstance(item, model.Box):
            inside = _pieces(project, page, item.items, folded or item.folded)
            yield from inside if item.kind == "item" else _quoted(item, inside)
        elif not isinstance(item, model.Made):  # a map of the course; tables of records
            yield item, folded


def _quoted(
    box: model.Box, pieces: Iterable[tuple[Piece, bool]]
) -> Iterator[tuple[Piece, bool]]:
    title = f"**{'Warning: ' * (box.kind == 'warning')}{box.title}**"
    yield Prose(f"> {title}"), False
    for piece, folded in pieces:
        if isinstance(piece, Prose):
            piece = Prose(re.sub("^(?=.)", "> ", piece.text, flags=re.M))
        yield piece, folded


def plain(project: Project, page: str, text: str) -> str:
    """Prose without what only our Markdown extensions read."""

    def write(found: re.Match[str]) -> str:
        if found["code"]:
            return found[0]
        if found["dollar"]:
            raise PageError(f"docs/{page}: a $ outside of code opens a formula")
        if tex := found["display"]:
            return f"$$\n{portable(tex.strip())}\n$$"
        if tex := found["inline"]:
            return f"${portable(tex.strip())}$"
        if found["link"]:
            return f"]({whole(project, page, found['link'])}"
        if found["html"]:  # of which addresses are the site's already
            return f'href="{address(project, page, found["html"])}'
        return ""

    return WRITTEN.sub(write, text)


def whole(project: Project, page: str, target: str) -> str:
    """The whole address of what a Markdown link on the page names."""
    scheme, _, path = target.partition(":")
    if scheme == "repo":
        return f"{(project.config.repo_url or '').rstrip('/')}/blob/main/{path}"
    file, sign, anchor = target.partition("#")
    if file.endswith(".md") and not scheme.startswith("http"):
        place = project.url(urljoin(page, file))
        return address(project, "index.md", place) + sign + anchor
    return address(project, page, target)


def address(project: Project, page: str, target: str = "") -> str:
    """The whole address of a page, or of what has this one on it."""
    here = urljoin(project.config.site_url or "", project.url(page))
    return urljoin(here, target)


def fenced(language: str, text: str) -> str:
    """A fence that is longer than any in the text."""
    longest = max(map(len, re.findall("`{3,}", text)), default=2)
    ticks = "`" * (longest + 1)
    return f"{ticks}{language}\n{text.rstrip(chr(10))}\n{ticks}"
