"""Sentences that tests hold up: a test quotes them, and their page says them.

A test says which sentence of a page it is the test of::

    def test_hidden_keys_get_nothing():
        says("causal/mask", "A hidden key gets weight 0.")
        ...

Its page may put that in slightly other words. What the sentence turns on stays as it
is quoted: formulas and code, numbers and signs, negations, words that compare, words
that say how sure it is (can, may, must, nearly), and which of queries, keys and values
it is about.
Nothing rewrites a quote; who changes what a sentence says looks at its test.
"""

import ast
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from publish.page_model import Page
from publish.pages.sentences import KEPT, is_formula, plain, sentences

ALIKE = 0.8  # of the characters stay, or it is another sentence
TURNS = re.compile(
    rf"{KEPT.pattern}|\d+(?:[.,]\d+)*|[+−±<>=≤≥≠×%]|(?<!\w)-(?=\S)|(?<!\S)-(?!\S)|\b(?:"
    r"no|not|non|nor|none|nothing|never|neither|cannot|without|only|unless|except|"
    r"zero|one|two|three|four|five|six|seven|eight|nine|ten|twelve|third|thirds|quarters?|fifths?|sixths?|tenths?|hundred|thousand|million|half|twice|double|"
    r"all|any|each|every|always|some|sometimes|both|more|less|fewer|most|least|"
    r"can|could|may|might|must|should|need|needs|"
    r"often|usually|rarely|almost|nearly|hardly|about|exactly|"
    r"larger|smaller|largest|smallest|longer|shorter|higher|lower|wider|narrower|"
    r"before|after|earlier|later|first|last|above|below|rows?|columns?|"
    r"grows?|shrinks?|rises?|falls?|increases?|decreases?|same|different|"
    r"positive|negative|true|false|left|right|quer(?:y|ies)|keys?|values?)\b|n[’']t\b",
    re.DOTALL | re.IGNORECASE,
)


def turns_on(sentence: str) -> list[str]:
    """What must not drift in a sentence, in order."""
    found = (match[0] for match in TURNS.finditer(sentence))
    return [each.lower() if each.isalpha() else each for each in found]


def unsaid(page: Page, quote: str) -> str:
    """Why a page does not say what is quoted of it; nothing if it does."""
    said, quote = sentences(page), plain(quote)
    if quote in said or any(_holds(sentence, quote) for sentence in said):
        return ""
    nearest = max(said, key=lambda one: _alike(one, quote), default="")
    rule = "a sentence that is quoted in a test may change in a few words only"
    if _alike(nearest, quote) >= ALIKE:
        rule = (
            "formulas, code, numbers, signs, negations, comparisons and words like "
            "“can” and “nearly” stay as a test quotes them: "
            f"{turns_on(quote)}, here {turns_on(nearest)}"
        )
    return f"does not say “{quote}”; nearest is “{nearest}”: {rule}"


def untested(page: Page, quotes: list[str]) -> Iterator[str]:
    """The formulas that a page displays and no test quotes."""
    quoted = [plain(quote) for quote in quotes]
    for sentence in filter(is_formula, sentences(page)):
        if not any(_holds(sentence, quote) for quote in quoted):
            yield sentence


def quotes_in(source: str) -> dict[str, list[tuple[str, str]]]:
    """What each test of a file quotes: pages and sentences."""
    tests = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    return {test.name: list(_quotes_of(test)) for test in tests}


def quotes_of(folder: Path) -> dict[str, list[str]]:
    """By page, what the tests below a folder quote of it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for quotes in quotes_in(path.read_text(encoding="utf-8")).values():
            for page, sentence in quotes:
                found.setdefault(page, []).append(sentence)
    return found


def _quotes_of(test: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Of calls that nothing in the test can step over."""
    for step in test.body:
        call = step.value if isinstance(step, ast.Expr) else None
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "says":
            page, *quotes = (ast.literal_eval(argument) for argument in call.args)
            yield from ((f"{page}.md", quote) for quote in quotes)


def _holds(sentence: str, quote: str) -> bool:
    return turns_on(sentence) == turns_on(quote) and _alike(sentence, quote) >= ALIKE


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
