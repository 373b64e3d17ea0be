"""The sentences of a page, as its readers see them."""

import re
from collections.abc import Iterator

from publish import page_model as model
from publish.page_model import Page

# What makes a sentence general, more often than not.
STRONG = re.compile(
    r"\b(?:always|never|cannot|impossible|whatever|whichever|regardless|no matter|"
    r"however (?:many|far|large|long|small|wide)|independent(?:ly)? of|"
    r"(?:at|by|for|from|in|of|on|to|with|without|under|over|into|than) any)\b",
    re.IGNORECASE,
)
# A formula on a line of its own, or an equation that stands as a sentence.
FORMULA = re.compile(r"\\\[|^\\\((?:(?!\\\)).)*=")
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)")
MARKS = re.compile(r"\*+|(?<!\w)_|_(?!\w)|</?[a-z][^>]*>|<!--.*?-->|\[\^[^\]]+\]:?")
KEPT = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]|(`+)(?P<code>.+?)\1", re.DOTALL)
END = re.compile(r"(?<=[.!?])[”’\"')]*\s+(?=[“‘\"'(]*[A-Z0-9\\`])")
ABBREVIATED = re.compile(
    r"\b(?:e\.g|i\.e|et al|vs|cf|Fig|Eq|No|sec|pp|approx|[A-Z])\.$"
)
ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+", re.MULTILINE)


def sentences(page: Page) -> list[str]:
    """The sentences of a page in order: prose, items, cells, what figures show."""
    found: list[str] = []
    for item in page.walk():
        if isinstance(item, model.Prose):
            found += split(item.text)
        elif isinstance(item, model.Figure):
            found += split(item.alt)
    return found


def split(text: str) -> Iterator[str]:
    """The sentences of some Markdown, paragraph by paragraph, cell by cell."""
    for paragraph in re.split(r"\n\s*\n", ITEM.sub("\n\n", text)):
        table = paragraph.lstrip().startswith("|")
        parts = re.split(r"(?<!\\)\||\n", paragraph) if table else [paragraph]
        for part in parts:
            yield from _sentences_of(plain(part))


def plain(text: str) -> str:
    """The words of some Markdown as they are seen; formulas as they are written."""
    kept = [found["code"] or found[0] for found in KEPT.finditer(text)]
    text = MARKS.sub("", LINK.sub(r"\1", KEPT.sub("\ue000", text)))
    for formula in kept:
        text = text.replace("\ue000", formula, 1)
    return " ".join(text.split())


def _sentences_of(text: str) -> Iterator[str]:
    start = 0
    for end in END.finditer(text):
        if not ABBREVIATED.search(text[start : end.start()]):
            yield text[start : end.start()] + end[0].rstrip()
            start = end.end()
    if text[start:].strip():
        yield text[start:].strip()


def is_strong(sentence: str) -> bool:
    """Whether a sentence is general by its words, and neither asks nor leads in."""
    asks = sentence.rstrip("”’\"')").endswith(("?", ":"))
    return not asks and STRONG.search(sentence) is not None


def is_formula(sentence: str) -> bool:
    """Whether a sentence displays a formula."""
    return FORMULA.search(sentence) is not None
