"""What pages say in numbers: accepted once, and then not changed unnoticed.

The guard of numbers asks whether a section computes what its prose says. A slip may
still turn one number of a section into another: 0.16 for 0.18, where both are there.
So the numbers of each section are kept in ``snippets/said.txt``, one line a section;
where one is rounded, with the number that it repeats: ``0.95<0.9544``. `make outputs`
writes the file, and its diff is what a reviewer reads. A page that says anything else,
or whose rounded number no longer stands where it stood, is refused.
"""

import difflib
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from publish.guards.numbers import IN_CODE, backed
from publish.pages.expand import PageError, expand
from publish.project import Project

NUMBER = re.compile(r"(?:(?<![\w)])[-−+])?\d+(?:[.,]\d+)*(?:e[-+−]?\d+)?")
FENCE = re.compile(r"^[ \t]*(`{3,}).*?^[ \t]*\1[ \t]*$", re.MULTILINE | re.DOTALL)
# Not said to readers: addresses, comments, includes, and the time to read, which is
# computed.
UNSAID = re.compile(
    r"\]\([^)\n]*\)|<https?:[^>]*>|<!--.*?-->|^.*--8<--.*$|^subtitle:.*$",
    re.MULTILINE | re.DOTALL,
)
HEADING = re.compile(r"^#{1,6} +(.+?)(?: +\{[^}]*\})? *$", re.MULTILINE)
ACCEPT = "make outputs"

Number = re.Match[str]


def ledger(project: Project) -> Path:
    return project.snippets_dir / "said.txt"


def read_ledger(project: Project) -> dict[str, list[str]]:
    """By page: one line for each section that says a number."""
    path = ledger(project)
    pages: dict[str, list[str]] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            page, _, said = line.partition(": ")
            pages.setdefault(page, []).append(said)
    return pages


def accept(project: Project) -> list[str]:
    """Stores what the pages say now; the diff."""
    path, accepted = ledger(project), read_ledger(project)
    old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    new = []
    for page in _pages(project):
        try:
            said = says(project, page)
        except PageError:  # it is being written: another guard says what it lacks
            said = accepted.get(page, [])
        new += [f"{page}: {line}" for line in said]
    if old != new:
        path.write_text("\n".join(new) + "\n", encoding="utf-8")
    name = path.relative_to(project.root).as_posix()
    return list(difflib.unified_diff(old, new, name, name, lineterm="", n=0))


def problems(project: Project) -> list[str]:
    """Pages that say something else than was accepted."""
    found = []
    for page in _pages(project):
        try:
            found += problems_of(project, page)
        except PageError as error:
            found.append(str(error))
    gone = read_ledger(project).keys() - set(_pages(project))
    return found + [f"docs/{page} is gone: {ACCEPT}" for page in sorted(gone)]


def problems_of(project: Project, page: str) -> list[str]:
    """What a page says, and was not accepted to say; or what it says no more."""
    accepted, said = read_ledger(project).get(page, []), says(project, page)
    return [
        f"docs/{page} says “{line}”, which was not accepted: look, then {ACCEPT}"
        for line in said
        if line not in accepted
    ] or [
        f"docs/{page} does not say “{line}” any more: {ACCEPT}"
        for line in accepted
        if line not in said
    ]


def plain(line: str) -> str:
    """A section's line without what its numbers round."""
    return re.sub(r"(?<=\d)<\S+", "", line)


def says(project: Project, page: str) -> list[str]:
    """One line for each section: its title, its numbers, and what these round."""
    found = []
    for title, body in sections(expand(project, page)):
        said = [_with_original(number, shown(body)) for number in numbers(body)]
        if said:
            found.append(line_of(title, said))
    return found


def shown(body: str) -> list[tuple[int, str]]:
    """The numbers in the blocks of a section, with their places."""
    found = []
    for block in FENCE.finditer(body):
        start = body.index("\n", block.start())
        matches = IN_CODE.finditer(body, start, block.end())
        found += [(match.start(), match[0]) for match in matches]
    return found


def _with_original(number: Number, shown: list[tuple[int, str]]) -> str:
    """The number and, where it is rounded, the nearest one above that it repeats."""
    value = number[0].replace("−", "-").replace(",", "")
    try:
        decimals = "." in value and Decimal(value)
    except ArithmeticError:  # 3.2.1 is no number
        return number[0]
    backing = [(at, text) for at, text in shown if backed(value, [_value(text)])]
    if decimals is False or any(_value(text) == decimals for _, text in backing):
        return number[0]
    above = [text for at, text in backing if at < number.start()]
    below = [text for at, text in backing if at > number.start()]
    nearest = [*above[-1:], *below[:1]]
    return f"{number[0]}<{nearest[0]}" if nearest else number[0]


def _value(text: str) -> Decimal:
    return Decimal(text.replace("_", "").replace(",", "").lstrip("+"))


def line_of(title: str, said: list[str]) -> str:
    return f"{title}: {' '.join(said)}"


def sections(text: str) -> Iterator[tuple[str, str]]:
    """The text cut at its headings."""
    title, start = "before the first heading", 0
    for heading in HEADING.finditer(_blank(FENCE, text)):
        yield title, text[start : heading.start()]
        title, start = heading[1], heading.start()
    yield title, text[start:]


def numbers(text: str) -> list[Number]:
    """The numbers that a text says outside its blocks, small and great."""
    return list(NUMBER.finditer(_blank(UNSAID, _blank(FENCE, text))))


def _blank(what: re.Pattern[str], text: str) -> str:
    """The text with blanks in the place of something, so that places stay."""
    return what.sub(lambda found: re.sub(r"\S", " ", found[0]), text)


def _pages(project: Project) -> list[str]:
    files = sorted(project.docs.rglob("*.md"))
    return [path.relative_to(project.docs).as_posix() for path in files]
