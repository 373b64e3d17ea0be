"""Numbers: what one is in prose and in code, and which of them prose may say.

A number that prose claims was computed by a block of its section: it is one that the
section's code or outputs show, or such a one rounded; or its sentence links to the
source that has it, outside of this site. Every number with a decimal point claims that,
and every integer above 12; years, dates, versions, and numbers of sections, pages,
papers and the like do not, known by the word before them.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from html import unescape

from publish.digits import last_digit
from publish.page_model import Section
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
SOURCE = re.compile(r"(?<!!)\[(?=[^\[\]]*\]\(https?://)")  # opens a link to one
LINKED = "\ue001"  # stands in a sentence that links to a source


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


def unbacked(project: Project, name: str) -> list[str]:
    """Numbers on a page that no block of their section computed, without a source."""
    found = []
    for section in project.page(name).sections():
        known = _shown(project, section)
        found += [
            f"docs/{name}, section “{section.title}”: {token} stands in no "
            f"code or output of the section (“…{around}…”)"
            for _, text in section.said
            for token, around in claimed(text)
            if not backed(token, known)
        ]
    return found


def claimed(text: str) -> Iterator[tuple[str, str]]:
    """The numbers of some prose that claim to be computed, each with what is around."""
    for sentence in split(said(SOURCE.sub(f"[{LINKED}", text))):
        words = DATE.sub("", sentence)
        for number in NUMBER.finditer(words):
            if LINKED not in sentence and is_claim(number, words):
                around = words[max(0, number.start() - 30) : number.end() + 30]
                yield number[0], around.strip()


def _shown(project: Project, section: Section) -> list[Decimal]:
    """The numbers of its blocks."""
    texts = (project.included(block.path) for _, block in section.shown)
    return [number for text in texts for _, number in in_code(text)]
