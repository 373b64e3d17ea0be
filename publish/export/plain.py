"""A page as plain Markdown, in pieces: prose, blocks, figures.

For readers without our theme: notebooks (`publish.export.notebooks`) and machines
(`publish.export.machines`). Formulas stand between dollars, without colours; links are whole
addresses; boxes, tabs and questions are quoted, and what stood in them as code follows
the quotation, as what stood in a list follows its item; what a page includes is put in.
In notebooks, what a page folds is folded.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise, takewhile
from pathlib import Path
from urllib.parse import urljoin

from lxml import html

from publish.markdown.blocks import INCLUDE
from publish.pages.fences import OPENING
from publish.markdown.mathematics import CONCEPTS
from publish.pages.expand import DESCRIBED, PageError, source
from publish.project import Project
from publish.markdown.verified import MARKER, made_of_records

BOX = re.compile(
    r'^(?P<mark>!!!|\?\?\?\+?|===)\s*(?P<kind>\w+)?(?: *"(?P<title>.+)")?$'
)
ITEM = re.compile(r"^([-*+]|\d+\.) ")
PREDICT = re.compile(r'^<div class="predict" markdown>$')
HIDDEN = re.compile(  # what only the theme reads
    r"^(?:</?div[^>]*>|<script[^>]*></script>|\{[ :]*[.#][^}]*\}|<!--.*-->)$"
)
IMAGE = re.compile(r"^!\[(?P<alt>.*)\]\((?P<target>[^)\s]+)\)$")
HEADING = re.compile(r"^(#+ .*?)\s*\{[^}]*\}$", re.MULTILINE)
# Code, which stays as it is; formulas; and everything between them.
PARTS = re.compile(
    r"(?P<code>(?P<ticks>`+)[\s\S]+?(?P=ticks))"
    r"|^\\\[(?P<block>[\s\S]+?)\\\]$|\\\((?P<inline>[\s\S]+?)\\\)",
    re.MULTILINE,
)
LINK = re.compile(r"""\]\((?P<target>[^)\s]+)|href="(?P<html>[^"]+)""")
COLOUR = re.compile(rf"\\(?:{'|'.join(CONCEPTS)})\{{")


@dataclass(frozen=True)
class Prose:
    """Plain Markdown without code to run."""

    text: str


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

    ``details``: the prose of boxes that are folded stands in HTML that folds it.
    """
    reader = _Reader(project, page, details)
    return _joined(reader.read(source(project, page).split("\n")))


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
    title = label(piece.path)
    return (f"{title}:\n\n" if title else "") + fenced(piece.language, piece.text)


def label(path: str) -> str:
    """What stands above a block, as on the site."""
    _, *family, kind = Path(path).name.split(".")
    if family:
        return {
            "intel": "Output on Intel processors",
            "other": "Output on AMD, Arm and Apple processors",
        }[family[0]]
    return {"out": "Output", "err": "Error"}.get(kind, "")


def fenced(language: str, text: str) -> str:
    """A fence that is longer than any in the text."""
    longest = max(map(len, re.findall("`{3,}", text)), default=2)
    ticks = "`" * (longest + 1)
    return f"{ticks}{language}\n{text.rstrip(chr(10))}\n{ticks}"


def address(project: Project, place: str) -> str:
    """The whole address of a place on the site."""
    return urljoin(project.config.site_url or "", place)


class _Reader:
    def __init__(self, project: Project, page: str, details: bool) -> None:
        self.project = project
        self.page = page
        self.details = details

    def read(
        self, lines: list[str], quoted: bool = False, folded: bool = False
    ) -> Iterator[Piece]:
        """The pieces of some lines; ``quoted``: they stand in a box."""
        prose: list[str] = []
        at = 0
        while at < len(lines):
            start, line = at, lines[at]
            at += 1
            inner: Iterator[Piece]
            if fence := OPENING.match(line):
                if fence[1]:
                    raise PageError(f"docs/{self.page}: nothing holds {line!r}")
                at = self._find(lines, at, f"{fence[2]}`*", line)
                inner = self._fence(fence, lines[start + 1 : at - 1], folded)
            elif box := BOX.match(line):
                held = _held(lines, at)
                at += len(held)
                inner = self._box(box, held)
            elif ITEM.match(line) and any(map(OPENING.match, _held(lines, at))):
                held = _held(lines, at)
                at += len(held)
                prose.append(line)
                inner = self.read(held, quoted, folded)
            elif PREDICT.match(line):
                at = self._find(lines, at, "</div>", line, nests="<div")
                inside = lines[start + 1 : at - 1]
                inner = self._boxed("Predict, then check", inside, folded=True)
            elif image := IMAGE.match(line):
                inner = self._image(image, folded)
            elif marker := MARKER.match(line):
                inner = iter([Prose(self._record(marker["name"]))])
            elif described := DESCRIBED.match(line):
                inner = self._module(described["module"])
            elif HIDDEN.match(line):
                inner = iter([])
            else:
                prose.append(line)
                continue
            yield from self._prose(prose, quoted)
            prose = []
            yield from inner
        yield from self._prose(prose, quoted)

    def _find(
        self, lines: list[str], at: int, closing: str, opening: str, nests: str = "\n"
    ) -> int:
        """The number of the line after the one that closes."""
        opened = 1
        for number in range(at, len(lines)):
            opened += lines[number].startswith(nests)
            opened -= re.fullmatch(closing, lines[number].rstrip()) is not None
            if not opened:
                return number + 1
        raise PageError(f"docs/{self.page}: nothing closes {opening.strip()}")

    def _fence(
        self, fence: re.Match[str], lines: list[str], folded: bool
    ) -> Iterator[Piece]:
        include = INCLUDE.match(lines[0]) if len(lines) == 1 else None
        if include is None:  # lines to type
            yield Prose(fenced(fence[3], "\n".join(lines)))
            return
        path = include["path"]
        language = re.match(r"\w*", fence[3])
        for folder in (self.project.snippets_dir, self.project.root):
            if (folder / path).is_file():
                text = (folder / path).read_text(encoding="utf-8")
                yield Block(path, language[0] if language else "", text, folded)
                return
        raise PageError(f"docs/{self.page} includes a file that is missing: {path}")

    def _box(self, box: re.Match[str], lines: list[str]) -> Iterator[Piece]:
        title = box["title"] or (box["kind"] or "").capitalize()
        if box["kind"] == "warning":
            title = f"Warning: {title}"
        folded = box["mark"].startswith("?")
        if folded and self.details:
            return self._opened(title, lines)
        return self._boxed(title, lines, folded)

    def _opened(self, title: str, lines: list[str]) -> Iterator[Piece]:
        """What is read by who opens it; code in it has cells of its own."""
        for number, piece in enumerate(_joined(self.read(lines, folded=True))):
            if isinstance(piece, Prose):
                head = escape("Continued" if number else title)
                head = f"<details>\n<summary>{head}</summary>"
                piece = Prose(f"{head}\n\n{piece.text}\n\n</details>")
            elif not number:
                yield Prose(f"> **{title}**")
            yield piece

    def _boxed(self, title: str, lines: list[str], folded: bool) -> Iterator[Piece]:
        head = f"> **{title}**"
        for piece in self.read(lines, quoted=True, folded=folded):
            if head and isinstance(piece, Prose):
                piece = Prose(f"{head}\n>\n{piece.text}")
            elif head:
                yield Prose(head)
            head = ""
            yield piece

    def _image(self, image: re.Match[str], folded: bool) -> Iterator[Piece]:
        name = image["target"].rpartition("figures/")[2].removesuffix(".svg")
        yield Figure(name, image["alt"], folded)

    def _module(self, name: str) -> Iterator[Piece]:
        """The source of what the reference describes: its docstrings say the same."""
        path = f"{name.replace('.', '/')}.py"
        text = (self.project.root / path).read_text(encoding="utf-8")
        yield Prose(f"## {name}")
        yield Block(path, "python", text, folded=False)

    def _record(self, name: str) -> str:
        """A table of the page of evidence."""
        text = made_of_records(self.project.root)[name]()
        made = html.fragment_fromstring(text, create_parent="div")
        return "\n\n".join(map(_table, made.iter("h3", "p", "summary", "li", "table")))

    def _prose(self, lines: list[str], quoted: bool) -> Iterator[Prose]:
        text = plain(self, "\n".join(lines).strip("\n"))
        if not text.strip():
            return
        if quoted:
            text = "\n".join(f"> {line}".rstrip() for line in text.splitlines())
        yield Prose(text)

    def _here(self) -> str:
        return address(self.project, self.project.url(self.page))

    def link(self, found: re.Match[str]) -> str:
        """A link, with the whole address; in HTML addresses are the site's already."""
        if found["html"]:
            return f'href="{urljoin(self._here(), found["html"])}'
        return f"]({self.whole(found['target'])}"

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
        return urljoin(self._here(), target)


def _held(lines: list[str], at: int) -> list[str]:
    """The lines that what begins above them holds, as if they stood alone."""
    inside = takewhile(re.compile(r"\s*$| {4}").match, lines[at:])
    return [line[4:] for line in inside]


def _table(part: html.HtmlElement) -> str:
    """A table in Markdown; what stands between tables, as a line."""
    if part.tag != "table":
        level = {"h3": "### ", "summary": "#### ", "li": "- "}.get(part.tag, "")
        return level + part.text_content()
    rows = [[cell.text_content() for cell in row] for row in part.iter("tr")]
    rows.insert(1, ["---"] * len(rows[0]))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def plain(reader: _Reader, text: str) -> str:
    """Prose without what only our Markdown extensions read."""
    if "$" in PARTS.sub("", text):
        raise PageError(f"docs/{reader.page}: a $ outside of code opens a formula")
    found = []
    ends = [0, *(n for match in PARTS.finditer(text) for n in match.span()), len(text)]
    for number, (start, end) in enumerate(pairwise(ends)):
        part = text[start:end]
        if number % 2:
            found.append(_formula(part))
        else:
            part = re.sub(r"</?span[^>]*>", "", part)
            found.append(LINK.sub(reader.link, part))
    return HEADING.sub(r"\1", "".join(found))


def _formula(part: str) -> str:
    match = PARTS.fullmatch(part)
    if match is None or match["code"]:
        return part
    if match["block"]:
        return f"$$\n{colourless(match['block'].strip())}\n$$"
    return f"${colourless(match['inline'].strip())}$"


def colourless(tex: str) -> str:
    r"""LaTeX without our macros: ``\query{q_2}`` becomes ``q_2``."""
    while found := COLOUR.search(tex):
        end, depth = found.end(), 1
        while depth:
            depth += {"{": 1, "}": -1}.get(tex[end], 0)
            end += 1
        before, inside, after = (
            tex[: found.start()],
            tex[found.end() : end - 1],
            tex[end:],
        )
        # The braces stay where what is beside them would take in a part of it.
        tight = re.search(r"[A-Za-z^_]$", before) or re.match(r"[\^_']", after)
        if tight or re.match(r"[-+]", inside):
            inside = f"{{{inside}}}"
        tex = before + inside + after
    return tex
