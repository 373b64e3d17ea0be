"""Numbers in prose: each was computed by a block of the same section.

A section is what stands between two headings. What counts: every number with a
decimal point, and every integer above 12. What does not: years, dates, versions, and
numbers of sections, pages, papers and the like, known by the word before them.
"""

import re
from dataclasses import dataclass, field
from decimal import Decimal

from lxml import html

from publish.guards.site import Site

NUMBER = re.compile(
    r"(?<![\w.,])[-−+]?"
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\.\d+|\d+)"
    r"(?:[eE][-+]?\d+)?(?![\w]|\.\d)"
)
IN_CODE = re.compile(
    r"(?<![\w.])[-+]?"
    r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d[\d_]*\.\d*|\.\d+|\d[\d_]*)(?:[eE][-+]?\d+)?"
)
HUGE = re.compile(r"[eE][-+]?\d{5}")  # beyond every float, and soon beyond Decimal
DATE = re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b")
NAMED = re.compile(
    r"(?:sections?|§|pages?|chapters?|parts?|figures?|tables?|equations?|appendix|"
    r"arxiv:|doi:|python|pytorch|torch|version|licen[cs]e|CC BY)\s*(?:≥|>=)?\s*$",
    re.IGNORECASE,
)
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
SILENT = {"script", "style", "svg"}
NO_PROSE = {"katex-html", "headerlink", "foot"}
# Made from records of runs, from times to read, and from the sources of the package.
MADE = {"record", "doc"}
# Set tight against its neighbours, but a word of its own to the reader.
SEPARATE = {"td", "th", "p", "li", "br", "div", "dt", "dd", "summary", "figcaption"}


@dataclass
class Section:
    title: str
    prose: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)  # code and outputs


def unbacked(site: Site) -> list[str]:
    """Numbers on pages that no block of their section computed."""
    found = []
    for page in [*site.project.pages, *site.project.notebooks]:
        for section in sections(site.article(page)):
            known = values(section.shown)
            for token, around in claimed("".join(section.prose)):
                if not backed(token, known):
                    found.append(
                        f"docs/{page}, section “{section.title}”: {token} stands in no "
                        f"code or output of the section (“…{around}…”)"
                    )
    return found


def sections(article: html.HtmlElement) -> list[Section]:
    """The article cut at its headings."""
    found = [Section("before the first heading")]
    _walk(article, found)
    return found


def _walk(element: html.HtmlElement, found: list[Section]) -> None:
    tag = element.tag if isinstance(element.tag, str) else "comment"
    classes = (element.get("class") or "").split() if tag != "comment" else []
    if tag in HEADINGS:
        found.append(Section(" ".join(element.text_content().split()).rstrip(" ¶")))
    if tag == "pre":
        found[-1].shown.append(element.text_content())
    elif tag == "math":  # the formula's source stands beside its drawing
        sources = element.xpath(".//*[local-name()='annotation']/text()")
        found[-1].prose.append(f" {' '.join(sources)} ")
    elif MADE & set(classes):  # not typed into a page
        found[-1].shown.append(element.text_content())
    elif tag not in SILENT | {"comment"} and not NO_PROSE & set(classes):
        if tag in SEPARATE:
            found[-1].prose.append(" ")
        for attribute in ("alt", "title", "aria-label"):
            found[-1].prose.append(f" {element.get(attribute, '')} ")
        found[-1].prose.append(element.text or "")
        for child in element:
            _walk(child, found)
    found[-1].prose.append(element.tail or "")


def claimed(prose: str) -> list[tuple[str, str]]:
    """Numbers that claim to be computed, each with the words around it."""
    prose = DATE.sub("", " ".join(prose.split()))
    found = []
    for match in NUMBER.finditer(prose):
        token = match[0].replace("−", "-").replace(",", "")
        before = prose[: match.start()]
        if NAMED.search(before):
            continue
        plain = "." not in token and "e" not in token.lower()
        if plain and (abs(int(token)) <= 12 or 1900 <= int(token) <= 2100):
            continue
        around = prose[max(0, match.start() - 30) : match.end() + 30]
        found.append((token, around.strip()))
    return found


def values(texts: list[str]) -> list[Decimal]:
    """The numbers that code and outputs show."""
    return [
        Decimal(token.replace("_", "").replace(",", "").lstrip("+"))
        for text in texts
        for token in IN_CODE.findall(text)
        if not HUGE.search(token)
    ]


def backed(token: str, known: list[Decimal]) -> bool:
    """Is ``token`` one of the known values, or one of them rounded?"""
    if HUGE.search(token):
        return False
    value = Decimal(token)
    mantissa, _, exponent = token.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    half = Decimal("0.5").scaleb(int(exponent or 0) - decimals)
    return any(abs(value - other) <= half for other in known)
