"""One model of a page: headings, prose, blocks, outputs, figures, and what holds them.

A page is parsed here and nowhere else; guards, notebooks and plain Markdown read the
model. The site's Markdown and pytest-codeblocks read the page too, each in its
own way: one knows tabs, lists and indented code, the other fences alone. A page passes
if all three see the same blocks, which `publish.pages.html_blocks` compares.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from markdown.extensions.toc import slugify, unique
from mkdocs.utils.meta import get_data

FENCE = re.compile(r"^(?P<indent>\s*)(?P<ticks>`{3,})\s*(?P<info>.*?)\s*$")
INCLUDE = re.compile(r'^(?P<indent>\s*)--8<-- "(?P<path>[^"]+)"$')
OPENING = re.compile(r"^(?P<ticks>`{3,})(?:(?P<language>python|text)(?: .*)?|console)$")
EXPECTED = "<!--pytest-codeblocks:expected-output-->"
BOX = re.compile(r"^(?P<mark>===|!!!|\?\?\?\+?) (?P<rest>.*)$")
BOXED = re.compile(r'^(?:(?P<kind>[\w-]+) ?)?(?:"(?P<title>[^"]+)")?$')
ITEM = re.compile(r"^([-*+]|\d+\.) ")
PREDICT = '<div class="predict" markdown>'
HEADING = re.compile(
    r"^(?P<level>#{1,6}) +(?P<title>.+?)(?: +\{(?P<about>[^}]*)\})? *$"
)
IMAGE = re.compile(r"^!\[(?P<alt>.*)\]\((?P<target>[^)\s]+)\)$")
MODULE = re.compile(r"^::: (?P<name>attention[\w.]*)$")
MADE = re.compile(r"^<!-- (?P<by>records|way): (?P<of>[\w, ]+) -->$")
HIDDEN = re.compile(  # what the theme alone reads
    r"^(?:</?div[^>]*>|<script[^>]*></script>|\{[ :]*[.#][^}]*\}|<!--.*-->)$"
)
PLACE = "a fence is indented by four blanks for each tab, box or list item around it"
CLOSED = "a fence is closed by the backticks that opened it, as far to the right"


class PageError(Exception):
    """A page that cannot be published; says which, where, and the rule."""


@dataclass(frozen=True)
class Heading:
    level: int
    title: str
    about: str  # its attributes, as in {#id}


@dataclass(frozen=True)
class Prose:
    """Markdown in which no block is."""

    text: str


@dataclass(frozen=True)
class Block:
    """A file that the page includes: code, or what it printed or raised."""

    path: str
    language: str
    expected: bool = False  # pytest-codeblocks compares it with what is printed
    ticks: int = 3  # backticks that open its fence

    @property
    def is_code(self) -> bool:
        return self.path.endswith(".py")


@dataclass(frozen=True)
class Console:
    """Lines to type."""

    text: str


@dataclass(frozen=True)
class Figure:
    """A picture, and in words what it shows."""

    target: str
    alt: str

    @property
    def snippet(self) -> str:
        """The id of the snippet that draws it."""
        return self.target.rpartition("figures/")[2].removesuffix(".svg")


@dataclass(frozen=True)
class Module:
    """A module of the package, whose docstrings are shown."""

    name: str

    @property
    def path(self) -> str:
        return f"{self.name.replace('.', '/')}.py"


@dataclass(frozen=True)
class Made:
    """What an extension of ours puts here: a table of records, the way."""

    by: str
    of: str


@dataclass(frozen=True)
class Box:
    """An admonition, a tab, a question, a list item: what holds blocks and prose."""

    kind: str  # of an admonition: note, warning, …; else tab, predict or item
    title: str
    folded: bool
    items: tuple["Item", ...]


Item = Heading | Prose | Block | Console | Figure | Module | Made | Box


# What an item says to readers, by the name of its field.
SAID: dict[type, str] = {Heading: "title", Prose: "text", Figure: "alt", Box: "title"}


@dataclass
class Section:
    """What is between two headings; ``shown``: the blocks, ``said``: the prose.

    Each piece with its place on the page, so that one is known to be above another.
    """

    title: str
    said: list[tuple[int, str]] = field(default_factory=list)
    shown: list[tuple[int, Block]] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    about: dict[str, str]  # its front matter
    text: str  # what follows it
    items: tuple[Item, ...]
    problems: tuple[tuple[int, str], ...]  # by the number of the line, from one

    def walk(self) -> Iterator[Item]:
        """All items from top to bottom, boxes before what they hold."""
        yield from _walk(self.items)

    @property
    def blocks(self) -> list[Block]:
        return [item for item in self.walk() if isinstance(item, Block)]

    @property
    def figures(self) -> list[Figure]:
        return [item for item in self.walk() if isinstance(item, Figure)]

    @property
    def anchors(self) -> set[str]:
        """What a link to a section of the page may name."""
        found: set[str] = set()
        for heading in (item for item in self.walk() if isinstance(item, Heading)):
            own = re.search(r"#([\w-]+)", heading.about)
            words = re.sub(r"<[^>]*>|[`*]", "", heading.title)
            found.add(own[1] if own else unique(slugify(words, "-"), found))
        return found

    def with_outputs(self) -> list[tuple[Block, list[Block]]]:
        """Each block of code, with the outputs that are shown below it."""
        found: list[tuple[Block, list[Block]]] = []
        for block in self.blocks:
            if block.is_code:
                found.append((block, []))
            elif found:
                found[-1][1].append(block)
        return found

    def sections(self) -> list[Section]:
        found = [Section("before the first heading")]
        for place, item in enumerate(self.walk()):
            if isinstance(item, Heading):
                found.append(Section(item.title))
            if isinstance(item, Block):
                found[-1].shown.append((place, item))
            elif isinstance(item, Console):
                found[-1].said.append((place, f"`{item.text}`"))
            elif told := SAID.get(type(item)):
                found[-1].said.append((place, getattr(item, told)))
        return found


def _walk(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Box):
            yield from _walk(item.items)


@lru_cache(maxsize=512)
def parse(text: str) -> Page:
    """The page with this text; what is wrong with it is among its problems."""
    body, about = get_data(text)
    reader = _Reader()
    items = tuple(reader.items(body.split("\n"), 1))
    return Page(about, body, items, tuple(sorted(set(reader.problems))))


class _Reader:
    """Reads lines into items; what no reader of a page may take is a problem."""

    def __init__(self) -> None:
        self.problems: list[tuple[int, str]] = []

    def items(self, lines: list[str], first: int) -> Iterator[Item]:
        """The items of some lines, of which the first has this number on the page."""
        prose: list[str] = []

        def said() -> Iterator[Item]:
            text = "\n".join(prose).strip("\n")
            prose.clear()
            if text.strip():
                yield Prose(text)

        at, expecting = 0, -1
        while at < len(lines):
            start, line = at, lines[at].rstrip()
            number = first + start
            at += 1
            item: Item | None = None
            if fence := FENCE.match(line):
                at = _end_of_fence(lines, at, fence["ticks"])
                item = self.fence(lines[start:at], number, expecting == start)
            else:
                self.problems += [(number, rule) for rule in _rules(lines[start])]
            if fence:
                pass
            elif line.strip() == EXPECTED:
                expecting = at
            elif box := BOX.match(line):
                inside = _held(lines, at)
                at += len(inside)
                told = BOXED.match(box["rest"])
                kind = "tab" if box["mark"] == "===" else (told and told["kind"]) or ""
                title = (told and told["title"]) or kind.capitalize()
                held = tuple(self.items(inside, number + 1))
                item = Box(kind, title, box["mark"].startswith("?"), held)
            elif ITEM.match(line) and any(map(FENCE.match, _held(lines, at))):
                inside = _held(lines, at)
                at += len(inside)
                prose.append(lines[start])
                item = Box("item", "", False, tuple(self.items(inside, number + 1)))
            elif line == PREDICT:
                at = _end_of_div(lines, at)
                held = tuple(self.items(lines[start + 1 : at - 1], number + 1))
                item = Box("predict", "Predict, then check", True, held)
            elif heading := HEADING.match(line):
                level, about = len(heading["level"]), heading["about"] or ""
                item = Heading(level, heading["title"], about)
            elif image := IMAGE.match(line):
                item = Figure(image["target"], image["alt"])
            elif module := MODULE.match(line):
                item = Module(module["name"])
            elif made := MADE.match(line):
                item = Made(made["by"], made["of"])
            elif HIDDEN.match(line):
                yield from said()
            else:
                prose.append(lines[start])
            if item is not None:
                yield from said()
                yield item
        yield from said()

    def fence(self, lines: list[str], number: int, expected: bool) -> Item | None:
        text, opening = "\n".join(lines[1:-1]), OPENING.match(lines[0])
        include = INCLUDE.match(text)
        if lines[0].startswith((" ", "\t")):
            rule = PLACE
        elif not opening:
            got = lines[0].strip()
            rule = f"a fence is ```python, ```text or ```console, not {got}"
        elif lines[-1] != opening["ticks"]:
            rule = CLOSED
        elif not opening["language"] and "--8<--" not in text:
            return Console(text)
        elif not opening["language"]:
            rule = "a file is included in ```python or ```text"
        elif include and not include["indent"]:
            ticks = len(opening["ticks"])
            return Block(include["path"], opening["language"], expected, ticks)
        else:
            rule = (
                "code and results are not typed into a page; include one whole file: "
                '--8<-- "…"'
            )
        self.problems.append((number, rule))
        return None


def _rules(line: str) -> Iterator[str]:
    """The rules that a line outside of fences breaks."""
    if re.match(r"^\s*~{3,}", line):
        yield "~~~ fences are not run; use ```"
    if re.match(r"^\s*>.*(--8<--|```)", line):
        yield "nothing is run inside a blockquote (>)"
    elif "--8<--" in line:
        yield "a file is included in a fence, and nowhere else"
    if re.match(r"^\s*<!--.*pytest[-.]", line) and line.strip() != EXPECTED:
        yield f"blocks are neither joined nor skipped: {line}"
    if "<!--" in line and "-->" not in line:
        yield "a comment ends in the line in which it begins"
    if re.match(r"^\s*\*?\[[^\]]+\]:", line):
        yield "an address is in its link, since notebooks have pieces of a page"


def _end_of_fence(lines: list[str], at: int, ticks: str) -> int:
    """The number of the line after the one that closes a fence."""
    for place, match in enumerate(map(FENCE.match, lines[at:]), at + 1):
        if match and match["ticks"].startswith(ticks) and not match["info"]:
            return place
    return len(lines)


def _end_of_div(lines: list[str], at: int) -> int:
    """The number of the line after the one that closes a <div>."""
    opened = 1
    for place in range(at, len(lines)):
        opened += lines[place].startswith("<div") - (lines[place].rstrip() == "</div>")
        if not opened:
            return place + 1
    return len(lines) + 1


def _held(lines: list[str], at: int) -> list[str]:
    """The lines that what begins above them holds, as if they were alone."""
    found = []
    for line in lines[at:]:
        if line.strip() and not line.startswith("    "):
            break
        found.append(line[4:])
    return found
