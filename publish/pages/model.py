"""One model of a page: headings, prose, blocks, outputs, figures, and what holds them.

A page is parsed here and nowhere else; guards, notebooks, plain Markdown and the index
read the model. The site's Markdown and pytest-codeblocks read the page too, each in its
own way: one knows tabs, lists and indented code, the other fences alone. So a page is
refused unless both must see the same blocks: a fence is apart from prose, is indented
by what holds it and by nothing else, and shows one whole file.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from markdown.extensions.toc import slugify, unique
from mkdocs.utils.meta import get_data

FENCE = re.compile(r"^(?P<indent>\s*)(?P<ticks>`{3,})\s*(?P<info>.*?)\s*$")
INCLUDE = re.compile(r'^(?P<indent>\s*)--8<-- "(?P<path>[^"]+)"$')
OPENING = re.compile(r"^`{3,}(?:(?:python|text)(?: .*)?|console)$")
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
RAW = re.compile(
    r"<(script|style|pre|textarea|template|noscript|iframe|svg|math|title|select|object)"
    r"\b|^\s*<(details|p|section|table|ul|ol)\b",
    re.IGNORECASE,
)

PLACE = (
    "a fence is indented by four blanks for each tab, admonition or list item "
    "around it, which a blank line precedes, and not otherwise"
)
CLOSED = "a fence is closed by as many backticks as have opened it"


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
    def modules(self) -> list[Module]:
        return [item for item in self.walk() if isinstance(item, Module)]

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
                found.append(Section(item.title, [(place, item.title)]))
            elif isinstance(item, Prose):
                found[-1].said.append((place, item.text))
            elif isinstance(item, Console):
                found[-1].said.append((place, f"`{item.text}`"))
            elif isinstance(item, Figure):
                found[-1].said.append((place, item.alt))
            elif isinstance(item, Box):
                found[-1].said.append((place, item.title))
            elif isinstance(item, Block):
                found[-1].shown.append((place, item))
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
    reader = _Reader(body.split("\n"))
    items = tuple(reader.items(reader.lines, 0))
    reader.check_lines()
    problems = sorted((line + 1, text) for line, text in reader.problems)
    return Page(about, body, items, tuple(dict.fromkeys(problems)))


class _Reader:
    """Reads lines into items; what both readers of a page may not take is a problem."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.fenced: set[int] = set()  # lines of fences, their first and last too
        self.problems: list[tuple[int, str]] = []

    def refuse(self, number: int, text: str) -> None:
        self.problems.append((number, text))

    def items(self, lines: list[str], first: int, held: bool = False) -> Iterator[Item]:
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
            if FENCE.match(line):
                at = self.end_of_fence(lines, start, first)
                if held and start == 0:
                    self.refuse(number, PLACE)
                item = self.fence(lines[start:at], number, expecting == start)
            elif line.strip() == EXPECTED:
                expecting = at
                self.expected(number)
            elif box := BOX.match(line):
                inside = _held(lines, at)
                at += len(inside)
                item = self.box(box, lines, start, inside, number)
            elif ITEM.match(line) and any(map(FENCE.match, _held(lines, at))):
                inside = _held(lines, at)
                at += len(inside)
                before = lines[start - 1] if start else ""
                joined = before.strip() and not ITEM.match(before)
                if joined or BOX.match(inside[0]):  # a line of the item's own words
                    self.refuse(number, PLACE)
                prose.append(lines[start])
                item = Box("item", "", False, (*self.items(inside, number + 1, True),))
            elif line == PREDICT:
                at = self.end_of_div(lines, at, number)
                inside = lines[start + 1 : at - 1]
                title = "Predict, then check"
                item = Box("predict", title, True, (*self.items(inside, number + 1),))
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

    # --- fences --------------------------------------------------------------

    def end_of_fence(self, lines: list[str], start: int, first: int) -> int:
        """The number of the line after a fence; all of its lines are noted."""
        opened = FENCE.match(lines[start])
        end = start + 1
        while end < len(lines):
            match = FENCE.match(lines[end])
            end += 1
            if opened and match and match["ticks"].startswith(opened["ticks"]):
                if match["info"]:
                    continue
                if match["ticks"] != opened["ticks"]:  # the site's Markdown goes on
                    self.refuse(first + start, CLOSED)
                if match["indent"] != opened["indent"]:
                    rule = "a fence is closed where it was opened, as far to the right"
                    self.refuse(first + start, rule)
                break
        else:
            self.refuse(first + start, CLOSED)
        self.fenced |= set(range(first + start, first + end))
        return end

    def fence(self, lines: list[str], number: int, expected: bool) -> Item | None:
        self.apart(number, number + len(lines))
        opening, body = lines[0], lines[1:-1]
        if opening.startswith((" ", "\t")):
            self.refuse(number, PLACE)
            return None
        if not OPENING.match(opening):
            rule = f"a fence is ```python, ```text or ```console, not {opening.strip()}"
            self.refuse(number, rule)
            return None
        match = FENCE.match(opening)
        language = re.match(r"\w+", match["info"] if match else "")
        include = INCLUDE.match(body[0]) if len(body) == 1 else None
        if language and language[0] == "console":
            if any("--8<--" in line for line in body):
                self.refuse(number, "a file is included in ```python or ```text")
            return Console("\n".join(body))
        if include is None or include["indent"]:
            self.refuse(
                number,
                "code and results are not typed into a page; include one whole file: "
                '--8<-- "…"',
            )
            return None
        ticks = len(match["ticks"]) if match else 3
        name = language[0] if language else ""
        block = Block(include["path"], name, expected, ticks)
        if (block.language == "python") != block.is_code:
            file = include["path"].rpartition("/")[2]
            rule = f"```python shows a .py file and ```text an output, not {file}"
            self.refuse(number, rule)
        return block

    def apart(self, first: int, end: int) -> None:
        """Blank lines are around a fence, or another fence, or what joins them."""
        around = [
            self.lines[n].strip() for n in (first - 1, end) if 0 <= n < len(self.lines)
        ]
        if any(
            text and not re.match(rf"`{{3,}}|</div>$|{EXPECTED}$", text)
            for text in around
        ):
            rule = "a blank line is before a fence and after it, but for its outputs"
            self.refuse(first, rule)

    def expected(self, number: int) -> None:
        """An output is directly below its code, the comment alone between them."""
        above = number - 1 in self.fenced
        below = self.lines[number + 1] if number + 1 < len(self.lines) else ""
        opens = number
        while above and opens - 1 in self.fenced:
            opens -= 1
            match = FENCE.match(self.lines[opens])
            if match and match["info"]:
                break
        indent = re.match(r"\s*", self.lines[number])
        blanks = indent[0] if indent else ""
        code = self.lines[opens].startswith(f"{blanks}```")
        code = code and "python" in self.lines[opens]
        output = re.match(rf"{blanks}`{{3,}}text\b", below)
        if not (above and code and output):
            self.refuse(
                number, "this comment joins a fence of code to one of its output"
            )

    # --- what holds others ---------------------------------------------------

    def box(
        self,
        box: re.Match[str],
        lines: list[str],
        start: int,
        inside: list[str],
        number: int,
    ) -> Item:
        if not any(map(str.strip, inside)):
            self.refuse(number, f"nothing is indented below {lines[start].strip()}")
        told = BOXED.match(box["rest"])
        known = told and (told["title"] if box["mark"] == "===" else told["kind"])
        apart = start == 0 or not lines[start - 1].strip()
        if not (known and apart) and any(FENCE.match(line) for line in inside):
            self.refuse(number, PLACE)
        kind = "tab" if box["mark"] == "===" else (told and told["kind"]) or ""
        title = (told and told["title"]) or kind.capitalize()
        folded = box["mark"].startswith("?")
        return Box(kind, title, folded, (*self.items(inside, number + 1, True),))

    def end_of_div(self, lines: list[str], at: int, number: int) -> int:
        """The number of the line after the one that closes a <div>."""
        opened = 1
        for place in range(at, len(lines)):
            opened += lines[place].startswith("<div") - (
                lines[place].rstrip() == "</div>"
            )
            if not opened:
                return place + 1
        return len(lines) + 1  # the rule of lines says that it is not closed

    # --- lines ---------------------------------------------------------------

    def check_lines(self) -> None:
        """Rules for each line outside of fences; and each <div> has its end."""
        divs: list[int] = []
        for number, line in enumerate(self.lines):
            if number not in self.fenced:
                for rule in _rules(line):
                    self.refuse(number, rule)
                divs += [number] * line.count("<div")
                for _ in range(line.count("</div>")):
                    if divs:
                        divs.pop()
                    else:
                        self.refuse(number, "</div> closes nothing")
            if line.splitlines() not in ([], [line]):
                rule = "a line ends in a newline and in nothing else"
                self.refuse(number, f"{rule}, not in {line!r}")
        for number in divs:
            self.refuse(number, "a <div> is not closed")


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
    if re.match(r"^\s+</?(div|details|p|pre|section|table|ul|ol)\b", line):
        yield "HTML is not indented, since Markdown in it would be lost"
    if raw := RAW.search(line):
        name = raw[1] or raw[2]
        if f"</{name}>" not in line:
            yield f"<{name}> is closed in its line, since fences in it would be lost"
    if re.match(r"^\s*</(?!div>$)", line):
        yield f"nothing but </div> is alone in a line, not {line.strip()}"
    if "<!--" in line and "-->" not in line:
        yield "a comment ends in the line in which it begins"
    if re.match(r"^\s*\*?\[[^\]]+\]:", line):
        yield "an address is in its link, since notebooks have pieces of a page"


def _held(lines: list[str], at: int) -> list[str]:
    """The lines that what begins above them holds, as if they were alone."""
    found = []
    for line in lines[at:]:
        if line.strip() and not line.startswith("    "):
            break
        found.append(line[4:])
    return found
