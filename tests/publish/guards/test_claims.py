"""Sentences: what is quoted is said, what is general is quoted."""

import pytest

from publish.guards.claims import unfounded
from publish.pages.numbers import unbacked
from tests.course_of_one_page import Course

NAME = "part/page.md"
FILE = "tests/claims/part/test_page.py"
STRONG = "A row never sums to more than one."


def say(course: Course, text: str) -> None:
    path = course.docs / NAME
    course.write(f"docs/{NAME}", f"{path.read_text(encoding='utf-8')}\n{text}\n")


def quote(course: Course, how: str) -> None:
    course.write(FILE, how)


def as_lesson(course: Course) -> Course:
    course.__dict__["lessons"] = [NAME]
    return course


@pytest.mark.parametrize(
    "how",
    [
        f'@tested("{STRONG}")\ndef test_rows() -> None: ...\n',
        f'derived("{STRONG}", where="{NAME}")\n',
        f'cited("{STRONG}", source="Someone (2017), section 3")\n',
    ],
)
def test_a_general_sentence_needs_a_quote(course: Course, how: str) -> None:
    say(as_lesson(course), STRONG)
    (problem,) = unfounded(course, NAME)
    assert STRONG in problem
    assert "test it, derive it or cite it in tests/claims" in problem
    quote(course, how)
    assert unfounded(course, NAME) == []


@pytest.mark.parametrize(
    "formula", [r"\[ Z = A V \]", r"\( Z = A V \)", r"\( Z = A V \) by rows"]
)
def test_a_formula_needs_a_test_that_computes_it(course: Course, formula: str) -> None:
    say(course, f"A row is a mixture:\n\n{formula}\n")
    (problem,) = unfounded(course, NAME)
    assert f"has the formula “{formula}”: compute it as it is written" in problem
    quote(course, f"derived({formula!r}, where={NAME!r})\n")
    assert unfounded(course, NAME) == [problem]  # a page is no test of itself
    quote(course, f"@tested({formula!r})\ndef test_mixtures() -> None: ...\n")
    assert unfounded(course, NAME) == []
    say(course, f"{formula.replace('A', '-A')}\n")  # another sign
    (problem,) = unfounded(course, NAME)
    assert "-A V" in problem


@pytest.mark.parametrize("text", ["Does a row never sum to two?", "It never does:"])
def test_questions_and_what_leads_in_need_none(course: Course, text: str) -> None:
    say(as_lesson(course), text)
    assert unfounded(course, NAME) == []


def test_a_quote_that_its_page_lost_names_its_test(course: Course) -> None:
    quote(course, f'@tested("{STRONG}")\ndef test_rows() -> None: ...\n')
    (problem,) = unfounded(course, NAME)
    assert f"{FILE} quotes “{STRONG}”" in problem
    assert problem.endswith("test_rows")


def test_a_derivation_is_on_the_site(course: Course) -> None:
    say(as_lesson(course), STRONG)
    quote(course, f'derived("{STRONG}", where="{NAME}#nowhere")\n')
    assert unfounded(course, NAME) == [
        f"{FILE}: {NAME}#nowhere is no section of the site"
    ]


def test_a_number_is_accepted_where_its_sentence_is_cited(course: Course) -> None:
    sentence = "They report 28.4 points."
    say(course, f"## Elsewhere\n\n{sentence}")
    assert "28.4" in unbacked(course, NAME)[0]
    quote(course, f'cited("{sentence}", source="Someone (2017), table 2")\n')
    assert unbacked(course, NAME) == []
    quote(course, f'derived("{sentence}", where="{NAME}")\n')
    assert "28.4" in unbacked(course, NAME)[0]


def test_a_citation_covers_its_own_sentence_alone(course: Course) -> None:
    sentence = "They report 28.4 points."
    say(course, f"## Elsewhere\n\n{sentence} We saw 28.4, too.")
    quote(course, f'cited("{sentence}", source="Someone (2017), table 2")\n')
    (problem,) = unbacked(course, NAME)
    assert "28.4" in problem
