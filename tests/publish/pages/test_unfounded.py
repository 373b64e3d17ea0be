"""Sentences: what is quoted is said, what is general is quoted."""

import pytest

from publish.pages.claims import accept
from publish.pages.numbers import unbacked
from publish.pages.unfounded import unfounded, unnamed
from tests.course_of_one_page import Course

NAME = "part/page.md"
FILE = "tests/facts/part/claims.md"
TESTS = "tests/facts/part/test_page.py"
STRONG = "A row never sums to more than one."


def say(course: Course, text: str) -> None:
    path = course.docs / NAME
    course.write(f"docs/{NAME}", f"{path.read_text(encoding='utf-8')}\n{text}\n")


def quote(course: Course, sentence: str, behind: str) -> None:
    course.write(FILE, f"# {NAME}\n\n## {behind}\n\n- {sentence}\n")
    course.write(TESTS, "def test_rows() -> None: ...\n")


def as_lesson(course: Course) -> Course:
    course.__dict__["lessons"] = [NAME]
    return course


@pytest.mark.parametrize(
    "behind", ["tested: test_rows", f"derived: {NAME}", "cited: Someone (2017), part 3"]
)
def test_a_general_sentence_needs_a_quote(course: Course, behind: str) -> None:
    say(as_lesson(course), STRONG)
    (problem,) = unfounded(course, NAME)
    assert STRONG in problem
    assert "test it, derive it or cite it in tests/facts" in problem
    quote(course, STRONG, behind)
    assert unfounded(course, NAME) == []


@pytest.mark.parametrize("formula", [r"\[ Z = A V \]", r"\( Z = A V \) by rows"])
def test_a_formula_needs_a_test_that_computes_it(course: Course, formula: str) -> None:
    say(course, f"A row is a mixture:\n\n{formula}\n")
    (problem,) = unfounded(course, NAME)
    assert f"has the formula “{formula}”: compute it as it is written" in problem
    quote(course, formula, f"derived: {NAME}")
    assert unfounded(course, NAME) == [problem]  # a page is no test of itself
    quote(course, formula, "tested: test_rows")
    assert unfounded(course, NAME) == []
    say(course, f"{formula.replace('A', '-A')}\n")  # another sign
    (problem,) = unfounded(course, NAME)
    assert "-A V" in problem


def test_questions_and_what_leads_in_need_none(course: Course) -> None:
    say(as_lesson(course), "Does a row never sum to two? It never does:")
    assert unfounded(course, NAME) == []


def test_what_is_named_behind_a_sentence_is_there(course: Course) -> None:
    say(as_lesson(course), STRONG)
    quote(course, STRONG, f"derived: {NAME}#nowhere")
    assert unfounded(course, NAME) == [
        f"{FILE}: {NAME}#nowhere is no section of the site"
    ]
    quote(course, STRONG, "tested: test_columns")
    assert unfounded(course, NAME) == [
        f"{FILE}: {TESTS} has no test of the name test_columns"
    ]
    assert unnamed(course) == [f"{TESTS}: test_rows stands behind no sentence"]
    quote(course, STRONG, f"tested: {TESTS}::test_rows")
    assert unfounded(course, NAME) == unnamed(course) == []


@pytest.mark.parametrize(
    ("new", "loud"),
    [
        ("A row never adds up to more than one.", False),
        ("A row sums to more than one.", True),
        ("A row never sums to more than 1.5.", True),
    ],
)
def test_a_quote_follows_the_words_of_its_sentence(
    course: Course, new: str, loud: bool
) -> None:
    say(course, "It is full.")
    say(course, new)
    quote(course, STRONG, "tested: test_rows")
    told = accept(course)
    assert told[-2:] == [f"-{STRONG}", f"+{new}"]
    assert told[0].startswith("!!!") == loud
    assert unfounded(course, NAME) == []
    assert accept(course) == []


def test_another_sentence_is_not_taken_for_the_old_one(course: Course) -> None:
    say(course, "The weights of a query are never negative.")
    quote(course, STRONG, "tested: test_rows")
    assert accept(course) == []
    (problem,) = unfounded(course, NAME)
    assert f"{FILE} quotes “{STRONG}”" in problem
    assert problem.endswith("test_rows")
    formula = r"\[ Z = A V \]"
    say(course, formula.replace("A", "-A"))
    quote(course, formula, "tested: test_rows")
    assert accept(course) == [], "a test computes a formula as it is written"


def test_a_number_is_accepted_where_its_own_sentence_is_cited(course: Course) -> None:
    sentence = "They report 28.4 points."
    say(course, f"## Elsewhere\n\n{sentence}")
    assert "28.4" in unbacked(course, NAME)[0]
    quote(course, sentence, f"derived: {NAME}")
    assert "28.4" in unbacked(course, NAME)[0]
    quote(course, sentence, "cited: Someone (2017), table 2")
    assert unbacked(course, NAME) == []
    say(course, "We saw 28.4, too.")
    (problem,) = unbacked(course, NAME)
    assert "28.4" in problem
