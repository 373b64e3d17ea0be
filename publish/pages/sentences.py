"""The sentences of a page, as its readers see them; code and formulas as written."""

import re
from collections.abc import Iterator

from publish import page_model as model
from publish.page_model import Page

# A formula on a line of its own, or an equation that stands as a sentence.
FORMULA = re.compile(r"\\\[|^\\\((?:(?!\\\)).)*=")
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)")
MARKS = re.compile(r"\*+|(?<!\w)_|_(?!\w)|</?[a-z][^>]*>|<!--.*?-->|\[\^[^\]]+\]:?")
KEPT = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]|(`+).+?\1", re.DOTALL)
HOLE = "\ue000"  # is where a formula or code was
END = re.compile(rf"(?<=[.!?])[”’\"')]*\s+(?=[“‘\"'(]*[A-Z0-9{HOLE}])")
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
            kept = (found[0] for found in KEPT.finditer(part))
            for sentence in _sentences_of(_words(part)):
                filled = re.sub(HOLE, lambda _, kept=kept: next(kept), sentence)
                yield " ".join(filled.split())


def plain(text: str) -> str:
    """The words of some Markdown as they are seen; code and formulas as written."""
    return " ".join(split(text))


def _words(text: str) -> str:
    """Some Markdown without marks, links and, where holes are, code and formulas."""
    return " ".join(MARKS.sub("", LINK.sub(r"\1", KEPT.sub(HOLE, text))).split())


def _sentences_of(text: str) -> Iterator[str]:
    start = 0
    for end in END.finditer(text):
        if not ABBREVIATED.search(text[start : end.start()]):
            yield text[start : end.start()] + end[0].rstrip()
            start = end.end()
    if text[start:].strip():
        yield text[start:].strip()


def is_formula(sentence: str) -> bool:
    """Whether a sentence displays a formula."""
    return FORMULA.search(sentence) is not None
