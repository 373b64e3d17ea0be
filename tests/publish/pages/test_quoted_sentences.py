"""Sentences that tests hold up: what may drift in them, and what may not."""

import pytest

from publish.page_model import parse
from publish.pages.quoted_sentences import quotes_in, unsaid, untested

QUOTE = r"A hidden key gets weight `0` of \(e^{-m(i-j)}\), and no more than 2.5 % stay."


def problem(said: str, quote: str = QUOTE) -> str:
    return unsaid(parse(f"# A page\n\nSomething first.\n\n{said}\n\nAnd last."), quote)


@pytest.mark.parametrize(
    "said",
    [
        QUOTE,
        QUOTE.replace("hidden key", "key that is hidden"),
        QUOTE.replace("A hidden key", "A *hidden* [key](keys.md)"),
        QUOTE.replace(" of ", "\nof  "),
        f"| a cell | {QUOTE} |\n|---|---|",
        f"![{QUOTE}](figure.svg)",
    ],
)
def test_words_may_drift_and_marks_are_not_words(said: str) -> None:
    assert problem(said) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("-m(i-j)", "m(i-j)"),
        ("`0`", "`1`"),
        ("`0`", "0"),
        ("2.5", "2.4"),
        ("no more", "more"),
        ("more", "less"),
        (" %", ""),
    ],
)
def test_what_a_sentence_turns_on_may_not_drift(old: str, new: str) -> None:
    said = QUOTE.replace(old, new)
    rule = "formulas, code, numbers, signs, negations, comparisons and words like"
    assert problem(said).startswith(f"does not say “{QUOTE}”; nearest is “{said}”")
    assert rule in problem(said)


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("It does not grow.", "It doesn't grow."),
        ("A single part may be left out.", "A single part is left out."),
        ("The two could cancel here.", "The two cancel here."),
        ("The rows are nearly equal.", "The rows are equal."),
        ("It lies between -1 and 1.", "It lies between 1 and 1."),
        ("It is on the same side as Q.", "It is on the other side as Q."),
        ("Each query is as wide as its key.", "Each value is as wide as its key."),
        (r"\(Q = x W\) by rows.", r"\(q = x W\) by rows."),
        (r"\(a\) before \(b\) here.", r"\(b\) before \(a\) here."),
    ],
)
def test_neither_may_these(quote: str, said: str) -> None:
    assert problem(quote, quote) == ""
    assert "stay as a test quotes them" in problem(said, quote)


def test_another_sentence_is_not_the_one_quoted() -> None:
    found = problem("Bananas are yellow.")
    assert f"does not say “{QUOTE}”; nearest is “" in found
    assert found.endswith("may change in a few words only")


@pytest.mark.parametrize("formula", [r"\[ Z = A V \]", r"\( Z = A V \) by rows"])
def test_a_displayed_formula_is_quoted_to_the_sign(formula: str) -> None:
    page = parse(f"# A page\n\nA row is a mixture \\(A V\\):\n\n{formula}\n")
    assert list(untested(page, [])) == [formula]
    assert list(untested(page, [formula.replace("A", "-A")])) == [formula]
    assert list(untested(page, ["A row.", formula])) == []


def test_quotes_are_read_where_nothing_steps_over_them() -> None:
    source = """
def test_rows():
    says("part/page", "One.", r"\\[ x \\]")
    says("other", "Two.")
    if False:
        says("part/page", "Never.")

def test_silent(): ...

def helper():
    says("part/page", "Nobody asks.")
"""
    assert quotes_in(source) == {
        "test_rows": [
            ("part/page.md", "One."),
            ("part/page.md", r"\[ x \]"),
            ("other.md", "Two."),
        ],
        "test_silent": [],
    }
