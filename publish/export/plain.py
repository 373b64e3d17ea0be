"""A page as plain Markdown, for readers without our theme: notebooks and machines.

Formulas are between dollars, without colours; links are whole addresses; boxes, tabs
and questions are quoted, and what they held as code follows the quotation, as what a
list held follows its item; what a page includes is put in.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from urllib.parse import urljoin

from publish import page_model as model
from publish.markdown.course_map import here
from publish.markdown.mathematics import CONCEPTS
from publish.markdown.verified import table
from publish.page_model import PageError, Prose
from publish.project import Project

# Code, which stays as it is; formulas; and everything between them.
PARTS = re.compile(
    r"(?P<code>(?P<ticks>`+)[\s\S]+?(?P=ticks))"
    r"|^\\\[(?P<block>[\s\S]+?)\\\]$|\\\((?P<inline>[\s\S]+?)\\\)",
    re.MULTILINE,
)
# And what between them is read otherwise here: links, and marks of colours.
READ = re.compile(
    rf"""{PARTS.pattern}|\]\((?P<target>[^)\s]+)|href="(?P<html>[^"]+)|</?span[^>]*>""",
    re.MULTILINE,
)
# One of our macros, whose braces hold braces that hold braces at most.
INSIDE = r"(?:[^{}]|{(?:[^{}]|{[^{}]*})*})*"
COLOUR = re.compile(rf"\\(?:{'|'.join(CONCEPTS)}){{({INSIDE})}}")


@dataclass(frozen=True)
class Block:
    """A file that the page shows: code, or what it printed or raised."""

    path: str
    language: str
    text: str
    folded: bool  # seen only by who opens it


@dataclass(frozen=True)
class Figure:
    """A picture, and in words what it shows."""

    name: str  # of the snippet that draws it
    alt: str
    folded: bool = False


Piece = Prose | Block | Figure


def pieces(project: Project, page: str, details: bool = False) -> list[Piece]:
    """The page from top to bottom; prose between two blocks is one piece.

    ``details``: the prose of boxes that are folded is in HTML that folds it.
    """
    writer = _Writer(project, page, details)
    return _joined(writer.pieces(project.page(page).items))


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    found: list[Piece] = []
    for piece in pieces:
        last = found[-1] if found else None
        if isinstance(piece, Prose) and isinstance(last, Prose):
            found[-1] = Prose(f"{last.text}\n\n{piece.text}")
        else:
            found.append(piece)
    return found


def markdown(project: Project, page: str) -> str:
    """The page in one, its blocks in fences, each output under what it is."""
    return "\n\n".join(_written(project, piece) for piece in pieces(project, page))


def _written(project: Project, piece: Piece) -> str:
    if isinstance(piece, Prose):
        return piece.text
    if isinstance(piece, Figure):
        return f"![{piece.alt}]({address(project, f'figures/{piece.name}.svg')})"
    title = {"out": "Output:\n\n", "err": "Error:\n\n"}
    return title.get(piece.path.rpartition(".")[2], "") + fenced(
        piece.language, piece.text
    )


def fenced(language: str, text: str) -> str:
    """A fence that is longer than any in the text."""
    longest = max(map(len, re.findall("`{3,}", text)), default=2)
    ticks = "`" * (longest + 1)
    return f"{ticks}{language}\n{text.rstrip(chr(10))}\n{ticks}"


def address(project: Project, place: str) -> str:
    """The whole address of a place on the site."""
    return urljoin(project.config.site_url or "", place)


@dataclass
class _Writer:
    project: Project
    page: str
    details: bool

    def pieces(
        self, items: Iterable[model.Item], quoted: bool = False, folded: bool = False
    ) -> Iterator[Piece]:
        """The pieces of some items; ``quoted``: they are in a box."""
        for item in items:
            if isinstance(item, model.Heading):
                yield Prose(f"{'#' * item.level} {self.plain(item.title)}")
            elif isinstance(item, model.Prose):
                text = self.plain(item.text)
                if quoted:
                    text = "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
                yield Prose(text)
            elif isinstance(item, model.Console):
                yield Prose(fenced("console", item.text))
            elif isinstance(item, model.Block):
                text = self.project.included(item.path)
                yield Block(item.path, item.language, text, folded)
            elif isinstance(item, model.Figure):
                yield Figure(item.snippet, item.alt, folded)
            elif isinstance(item, model.Module):
                # Its source: its docstrings say what the reference does.
                yield Prose(f"## {item.name}")
                text = self.project.included(item.path)
                yield Block(item.path, "python", text, folded)
            elif isinstance(item, model.Made) and item.by == "way":
                way = self.project.config.mdx_configs["publish.markdown.course_map"]
                yield Prose(f"*{here(way['maps'], item.of)}*")
            elif isinstance(item, model.Made):
                made = model.parse(table(self.project, item.of))
                yield from self.pieces(made.items, quoted, folded)
            elif item.kind == "item":
                yield from self.pieces(item.items, quoted, folded)
            elif item.folded and self.details and item.kind != "predict":
                yield from self.opened(item)
            else:
                yield from self.boxed(item)

    def opened(self, box: model.Box) -> Iterator[Piece]:
        """What is read by who opens it; code in it has cells of its own."""
        for number, piece in enumerate(_joined(self.pieces(box.items, folded=True))):
            if isinstance(piece, Prose):
                head = escape("Continued" if number else box.title)
                head = f"<details>\n<summary>{head}</summary>"
                piece = Prose(f"{head}\n\n{piece.text}\n\n</details>")
            elif not number:
                yield Prose(f"> **{box.title}**")
            yield piece

    def boxed(self, box: model.Box) -> Iterator[Piece]:
        title = f"Warning: {box.title}" if box.kind == "warning" else box.title
        head = f"> **{title}**"
        for piece in self.pieces(box.items, quoted=True, folded=box.folded):
            if head and isinstance(piece, Prose):
                piece = replace(piece, text=f"{head}\n>\n{piece.text}")
            elif head:
                yield Prose(head)
            head = ""
            yield piece

    def plain(self, text: str) -> str:
        """Prose without what only our Markdown extensions read."""
        if "$" in PARTS.sub("", text):
            raise PageError(f"docs/{self.page}: a $ outside of code opens a formula")
        return READ.sub(self.part, text)

    def part(self, found: re.Match[str]) -> str:
        """Code as it is, formulas without colours, and links with whole addresses."""
        if found["code"]:
            return found[0]
        if found["block"]:
            return f"$$\n{colourless(found['block'].strip())}\n$$"
        if found["inline"]:
            return f"${colourless(found['inline'].strip())}$"
        if found["target"]:
            return f"]({self.whole(found['target'])}"
        if found["html"]:  # of which addresses are the site's already
            return f'href="{urljoin(self.here(), found["html"])}'
        return ""  # the mark of a colour

    def here(self) -> str:
        return address(self.project, self.project.url(self.page))

    def whole(self, target: str) -> str:
        """The whole address of what a Markdown link on this page names."""
        scheme, _, path = target.partition(":")
        if scheme == "repo":
            repo = (self.project.config.repo_url or "").rstrip("/")
            return f"{repo}/blob/main/{path}"
        file, hash_, anchor = target.partition("#")
        if file.endswith((".md", ".ipynb")) and ":" not in file:
            place = urljoin(self.page, file)
            return address(self.project, self.project.url(place)) + hash_ + anchor
        return urljoin(self.here(), target)


def colourless(tex: str) -> str:
    r"""LaTeX without our macros: ``\query{q_2}`` becomes ``q_2``."""
    while found := COLOUR.search(tex):
        before, inside, after = tex[: found.start()], found[1], tex[found.end() :]
        # The braces stay where what is beside them would take in a part of it.
        tight = re.search(r"[A-Za-z^_]$", before) or re.match(r"[\^_']", after)
        if tight or re.match(r"[-+]", inside):
            inside = f"{{{inside}}}"
        tex = before + inside + after
    return tex
