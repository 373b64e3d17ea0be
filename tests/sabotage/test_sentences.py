"""Sentences and formulas of the site, made false on purpose: who quotes them is red."""

import pytest

from publish.page_model import parse
from publish.pages.quoted_sentences import quotes_of, untested
from publish.pages.sentences import is_formula, sentences
from publish.project import Project
from tests.course_of_one_page import Course
from tests.facts.says import project as said_by
from tests.facts.says import says

PAGE = "docs/part/page.md"
FORMULA = r"\[ Z = A V - b \]"
SENTENCE = r"No weight is above 0.75, so \(A V\) is small."
FALSE = [  # page, a part of what it says, and what makes it false
    (
        "causal/mask",
        "The weights are the same as with the first method, but without a second "
        "division.",
        "Bananas are yellow.",
    ),
    (
        "order/learned",
        "Only the proportions of the words matter here: if a text is repeated "
        "several times, each word gets the same vector as when the text is said "
        "once.",
        "*Step* knows that five words came before it.",
    ),
    ("modern/biases", r"\(e^{-m\,(i-j)}\)", r"\(e^{m\,(i-j)}\)"),
    ("modern/biases", r"- m\,(i - j) \right)", r"+ m\,(i - j) \right)"),
    ("self-attention/softmax", "at least one score is finite", "no score is finite"),
    ("models/gpt", "are nearly equally likely", "are equally likely"),
    ("modern/fused", "difference can be large", "difference is large"),
    ("models/feed-forward", r"has \(8d^2 + 5d\)", r"has \(8d^2 + 4d\)"),
    ("modern/kv-cache", "may attend only to the first", "may attend to the first"),
    ("modern/grouped", "group `h // (H // G)`", "group `h % (H // G)`"),
]


@pytest.fixture(scope="module")
def quotes(project: Project) -> dict[str, list[str]]:
    return quotes_of(project.root / "tests" / "facts")


@pytest.mark.parametrize(("page", "true", "false"), FALSE)
def test_a_test_is_red_if_its_page_says_something_else(
    quotes: dict[str, list[str]],
    page: str,
    true: str,
    false: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (said_by.docs / f"{page}.md").read_text(encoding="utf-8")
    assert text.count(true) == 1
    says(page, *quotes[f"{page}.md"])
    monkeypatch.setattr(said_by, "page", lambda _: parse(text.replace(true, false)))
    with pytest.raises(pytest.fail.Exception, match=f"{page}.md does not say"):
        says(page, *quotes[f"{page}.md"])


def test_no_displayed_formula_may_turn_a_sign(
    project: Project, quotes: dict[str, list[str]]
) -> None:
    for page, known in quotes.items():
        for formula in filter(is_formula, sentences(project.page(page))):
            for old, new in (("+", "-"), ("-", "+"), ("_", "^")):
                other = formula.replace(old, new, 1)
                if other != formula:
                    assert list(untested(parse(other), known)) == [other]


def test_a_formula_without_a_test_and_a_sentence_that_drifted(course: Course) -> None:
    course.edit(PAGE, "## Nested\n", f"{SENTENCE}\n\n{FORMULA}\n\n## Nested\n")
    (problem,) = course.read()
    assert f"docs/part/page.md has the formula “{FORMULA}”: compute it" in problem
    course.write(
        "tests/facts/part/test_page.py",
        f'def test_it():\n    says("part/page", r"{SENTENCE}", r"{FORMULA}")\n',
    )
    assert course.read() == []
    for old, new in (
        ("No weight", "A weight"),
        ("above 0.75", "above 0.25"),
        ("A V\\)", "V A\\)"),
    ):
        course.edit(PAGE, old, new)
        (problem,) = course.read()
        assert f"docs/part/page.md does not say “{SENTENCE}”" in problem
        course.edit(PAGE, new, old)
