"""What pages say in numbers: read from their sources, kept, and held against them."""

import pytest

from publish.pages import prose
from tests.course_of_one_page import Course

PAGE = "docs/part/page.md"


def found(text: str) -> list[str]:
    return [number[0] for number in prose.numbers(text)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("the score 0.9544 and −0.3, 3 heads", ["0.9544", "−0.3", "3"]),
        ("36-37 pairs of 50,257; 1e-5", ["36", "37", "50,257", "1e-5"]),
        (r"\(x_2 \cdot 0.55\), GPT-2, §3.2.1", ["2", "0.55", "2", "3.2.1"]),
        ("![A line at 0.5](../figures/7.svg), [two](page-8.md#9)", ["0.5"]),
        ("before\n```python\nx = 3\n```\n4 after", ["4"]),
        ("    ```text\n    5\n    ```\n6", ["6"]),
        ("subtitle: 16 min\n<!-- 7 -->\n--8<-- 9", []),
    ],
)
def test_numbers_outside_of_blocks_and_addresses(text: str, numbers: list[str]) -> None:
    assert found(text) == numbers


def test_sections_are_cut_at_headings_but_not_in_blocks() -> None:
    text = "1\n# A { #a }\n2\n```python\n# no heading\n```\n## B\n3"
    cut = [(title, found(body)) for title, body in prose.sections(text)]
    assert cut == [("before the first heading", ["1"]), ("A", ["2"]), ("B", ["3"])]


def says(text: str) -> list[str]:
    """What one section says, with what is rounded."""
    ((_, body), *_) = prose.sections(text)
    return [prose._with_original(n, prose.shown(body)) for n in prose.numbers(body)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```text\n0.9544 0.9512\n```\nabout 0.95", "0.95<0.9512"),
        ("about 0.95\n```text\n0.9544 0.9512\n```", "0.95<0.9544"),
        ("```text\n0.9544 0.95\n```\n0.95", "0.95"),
        ("```text\n0.3044\n```\n0.95", "0.95"),
        ("```text\n-0.3044\n```\n−0.30", "−0.30<-0.3044"),
        ("```text\n13.2\n```\n13 of 3.2.1", "13"),
        ("```{.text #code-0.951}\n2\n```\n0.95", "0.95"),
    ],
)
def test_a_rounded_number_knows_the_nearest_one_above_it(text: str, said: str) -> None:
    assert says(text)[0] == said


def test_what_is_accepted_passes_and_is_stored_once_a_section(course: Course) -> None:
    assert prose.problems(course) == []
    assert prose.read_ledger(course)["part/page.md"] == [
        "Numbers: 0.75 0.125 0.25 0.5",
        "A figure: 0.25 0.5",
    ]
    assert prose.accept(course) == []


def test_a_number_that_became_another_of_its_section_is_refused(
    course: Course,
) -> None:
    course.edit(PAGE, "The sum is 0.75", "The sum is 0.25")
    assert course.read() == [
        "docs/part/page.md says “Numbers: 0.25 0.125 0.25 0.5”, which was not "
        "accepted: look, then make outputs"
    ]
    diff = prose.accept(course)
    assert diff[-2:] == [
        "-part/page.md: Numbers: 0.75 0.125 0.25 0.5",
        "+part/page.md: Numbers: 0.25 0.125 0.25 0.5",
    ]
    assert course.read() == []


def test_a_rounded_number_whose_original_moved_is_refused(course: Course) -> None:
    course.edit(PAGE, "and the product 0.125", "and the product 0.1")
    prose.accept(course)
    assert prose.problems(course) == []
    output = course.root / "snippets/part/page/numbers.out"
    output.write_text(output.read_text().replace("0.1250", "0.1350"))
    (problem,) = prose.problems(course)
    assert "0.1<0.1350" in problem


def test_a_number_that_is_no_longer_said_is_refused(course: Course) -> None:
    course.edit(PAGE, "![A line through 0.25 and 0.5.]", "![A line.]")
    assert prose.problems(course) == [
        "docs/part/page.md does not say “A figure: 0.25 0.5” any more: make outputs"
    ]


def test_a_page_that_is_gone_is_named(course: Course) -> None:
    (course.root / PAGE).unlink()
    assert prose.problems(course) == ["docs/part/page.md is gone: make outputs"]


def test_a_page_that_is_being_written_keeps_what_was_accepted(course: Course) -> None:
    before = prose.read_ledger(course)
    (course.root / "snippets/part/page/numbers.out").unlink()
    assert prose.accept(course) == []
    assert prose.read_ledger(course) == before
    assert any("includes a file that is missing" in p for p in prose.problems(course))
