"""Numbers: what one is in prose and in code, and which of them prose may say.

A number that prose claims was computed by a block of its section: it is one that the
section's code or outputs show, or such a one rounded; or its sentence is quoted as
cited. Every number with a decimal point claims that, and every integer above 12; years,
dates, versions, and numbers of sections, pages, papers and the like do not, known by
the word before them.

A slip may still turn one number of a section into another: 0.16 into 0.18, where both
are there. So what each section says is kept in ``snippets/said.txt``, one line a
section; where a number is rounded, with the one that it repeats: ``0.95<0.9544``.
`make outputs` writes the file, and its diff is what a reviewer reads.
"""

import difflib
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from html import unescape
from itertools import chain
from pathlib import Path

from publish.digits import last_digit
from publish.page_model import PageError, Section
from publish.pages.claims import claims
from publish.pages.sentences import split
from publish.project import Project

NUMBER = re.compile(
    r"(?:(?<![\w)])[-−+])?(?:\d+(?:[.,]\d+)*|(?<![\w.,])\.\d+)(?:[eE][-+−]?\d+)?"
)
IN_CODE = re.compile(
    r"(?<![\w.])[-+]?"
    r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d[\d_]*\.\d*|\.\d+|\d[\d_]*)(?:[eE][-+]?\d+)?"
)
HUGE = re.compile(r"[eE][-+]?\d{5}")  # beyond every float, and soon beyond Decimal
PLAIN = re.compile(
    r"[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
)
DATE = re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b")
NAMED = re.compile(
    r"(?:sections?|§|pages?|chapters?|parts?|figures?|tables?|equations?|appendix|"
    r"arxiv:|doi:|python|pytorch|torch|version|licen[cs]e|CC BY)\s*(?:≥|>=)?\s*$",
    re.IGNORECASE,
)
# Not said to readers: addresses, comments, tags but for what they say aloud.
UNSAID = re.compile(r"\]\([^)\n]*\)|<https?:[^>]*>|<!--.*?-->", re.DOTALL)
TAG = re.compile(r"</?[a-z][^>]*>")
ALOUD = re.compile(r'(?:alt|title|aria-label)="([^"]*)"')
ACCEPT = "make outputs"


def said(text: str) -> str:
    """The words of some Markdown, without what readers are not told."""
    text = UNSAID.sub("]", text)
    text = TAG.sub(lambda tag: f" {' '.join(ALOUD.findall(tag[0]))} ", text)
    return unescape(text)


def value(token: str) -> Decimal | None:
    """The number that a text is; None if it is none, or one beyond every float."""
    token = token.replace("−", "-")
    if HUGE.search(token) or not PLAIN.fullmatch(token):
        return None
    return Decimal(token.replace(",", "").replace("_", ""))


def in_code(text: str) -> list[tuple[str, Decimal]]:
    """The numbers that code and outputs show."""
    found = [(token, value(token)) for token in IN_CODE.findall(text)]
    return [(token, known) for token, known in found if known is not None]


def is_claim(number: re.Match[str], text: str) -> bool:
    """Whether a number of a text claims to be computed."""
    before, after = text[: number.start()], text[number.end() :]
    if re.search(r"[\w.,]$", before) or re.match(r"\w|\.\d", after):
        return False  # a part of a name
    known = value(number[0])
    if NAMED.search(before[-40:]) or known is None:
        return known is None and HUGE.search(number[0]) is not None
    if "." in number[0] or "e" in number[0].lower():
        return True
    return abs(known) > 12 and not 1900 <= abs(known) <= 2100


def backed(token: str, known: list[Decimal]) -> bool:
    """Whether a number is one of the known values, or one of them rounded."""
    number = value(token)
    if number is None:
        return False
    half = Decimal("0.5").scaleb(last_digit(token))
    return any(abs(number - other) <= half for other in known)


# --- what pages claim ------------------------------------------------------------


def unbacked(project: Project, name: str) -> list[str]:
    """Numbers on a page that no block of their section computed, and nobody cites."""
    cited = {each.sentence for each in claims(project, name) if each.kind == "cited"}
    found = []
    for section in project.page(name).sections():
        known = [number for _, _, number in _shown(project, section)]
        told = chain.from_iterable(_uncited(text, cited) for _, text in section.said)
        found += [
            f"docs/{name}, section “{section.title}”: {token} stands in no "
            f"code or output of the section (“…{around}…”)"
            for token, around in told
            if not backed(token, known)
        ]
    return found


def _uncited(text: str, cited: set[str]) -> Iterator[tuple[str, str]]:
    """The numbers that some prose claims, without its sentences that are cited."""
    whole = [*split(text)]
    parts = [sentence for sentence in whole if sentence not in cited]
    return chain.from_iterable(map(claimed, [text] if parts == whole else parts))


def claimed(text: str) -> Iterator[tuple[str, str]]:
    """The numbers of some prose that claim to be computed, each with what is around."""
    words = DATE.sub("", " ".join(said(text).split()))
    for number in NUMBER.finditer(words):
        if is_claim(number, words):
            around = words[max(0, number.start() - 30) : number.end() + 30]
            yield number[0], around.strip()


def _shown(project: Project, section: Section) -> list[tuple[int, str, Decimal]]:
    """The numbers of its blocks, each with its place on the page."""
    return [
        (place, token, number)
        for place, block in section.shown
        for token, number in in_code(project.included(block.path))
    ]


# --- what pages were accepted to say -----------------------------------------------


def ledger(project: Project) -> Path:
    return project.snippets_dir / "said.txt"


def read_ledger(project: Project) -> dict[str, list[str]]:
    """By page: one line for each section that says a number."""
    path = ledger(project)
    pages: dict[str, list[str]] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            page, _, told = line.partition(": ")
            pages.setdefault(page, []).append(told)
    return pages


def says(project: Project, name: str) -> list[str]:
    """One line for each section: its title, its numbers, and what these round."""
    page, found = project.page(name), []
    for section in page.sections():
        shown = _shown(project, section)
        told = [
            _with_original(number[0], place, shown)
            for place, text in section.said
            for number in NUMBER.finditer(said(text))
        ]
        if told:
            found.append(f"{section.title}: {' '.join(told)}")
    return found


def _with_original(
    token: str, place: int, shown: list[tuple[int, str, Decimal]]
) -> str:
    """The number and, where it is rounded, the nearest one above that it repeats."""
    number = value(token)
    if number is None or "." not in token:
        return token
    near = [one for one in shown if backed(token, [one[2]])]
    if any(one[2] == number for one in near):
        return token
    above = [one[1] for one in near if one[0] < place]
    below = [one[1] for one in near if one[0] > place]
    nearest = [*above[-1:], *below[:1]]
    return f"{token}<{nearest[0]}" if nearest else token


def unaccepted(project: Project, name: str, accepted: list[str]) -> list[str]:
    """What a page says, and was not accepted to say; or what it says no more."""
    told = Counter(says(project, name))  # two sections may say the same
    return [
        f"docs/{name} says “{line}”, which was not accepted: look, then {ACCEPT}"
        for line in told - Counter(accepted)
    ] or [
        f"docs/{name} does not say “{line}” any more: {ACCEPT}"
        for line in Counter(accepted) - told
    ]


def accept(project: Project) -> list[str]:
    """Stores what the pages say now; the diff."""
    path, accepted = ledger(project), read_ledger(project)
    old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    new = []
    for name in sorted(project.pages):
        try:
            told = says(project, name)
        except PageError:  # it is being written: another guard says what it lacks
            told = accepted.get(name, [])
        new += [f"{name}: {line}" for line in told]
    if old != new:
        path.write_text("\n".join(new) + "\n", encoding="utf-8")
    name = path.relative_to(project.root).as_posix()
    return list(difflib.unified_diff(old, new, name, name, lineterm="", n=0))
