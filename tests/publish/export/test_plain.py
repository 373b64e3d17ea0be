"""Pages as plain Markdown: what tests/site/test_llms.py does not see on real pages."""

from collections.abc import Callable
from pathlib import Path

import pytest

from publish.export import plain
from publish.export.plain import Block, Prose
from publish.page_model import PageError
from publish.project import Project
from tests.course_of_one_page import snippets_alone

Read = Callable[..., list[plain.Piece]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """The pieces of a page with this text, beside a snippet that prints."""
    course = snippets_alone(tmp_path, tmp_path, one="print(1)\n")
    course.write("snippets/part/page/one.out", "1\n")

    def read(text: str, details: bool = False) -> list[plain.Piece]:
        course.write("docs/part/page.md", f"---\ntitle: A page\n---\n{text}\n")
        return plain.pieces(Project(tmp_path), "part/page.md", details)

    return read


CODE = '```python\n--8<-- "part/page/one.py"\n```'
OUT = '```text\n--8<-- "part/page/one.out"\n```'


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


def test_the_whole_page_labels_its_outputs(read: Read, tmp_path: Path) -> None:
    read(f"{CODE}\n{OUT}")
    made = plain.markdown(Project(tmp_path), "part/page.md")
    assert made == "```python\nprint(1)\n```\n\nOutput:\n\n```text\n1\n```"


def test_a_box_is_quoted_and_its_code_follows(read: Read) -> None:
    inside = indented(f"One.\n\n{CODE}\n\nTwo.")
    text = f'Before.\n\n!!! warning "`T` turns"\n\n{inside}\n\nAfter.'
    assert read(text) == [
        Prose("Before.\n\n> **Warning: `T` turns**\n>\n> One."),
        Block("part/page/one.py", "python", "print(1)\n", folded=False),
        Prose("> Two.\n\nAfter."),
    ]


def test_where_html_may_stand_the_prose_of_a_folded_box_is_folded(
    read: Read,
) -> None:
    inside = indented(f"One.\n\n!!! note\n\n    More.\n\n{CODE}\n\nTwo.")
    assert read(f'Before.\n\n??? success "Solution"\n\n{inside}', details=True) == [
        Prose(
            "Before.\n\n<details>\n<summary>Solution</summary>\n\n"
            "One.\n\n> **Note**\n>\n> More.\n\n</details>"
        ),
        Block("part/page/one.py", "python", "print(1)\n", folded=True),
        Prose("<details>\n<summary>Continued</summary>\n\nTwo.\n\n</details>"),
    ]


def test_two_boxes_in_a_row_stay_two_and_code_in_prose_is_left_alone(
    read: Read,
) -> None:
    code = r"`[a](b.md)`, `\(x\)`, ``<span>`` and `a $ sign`"
    text = f'!!! note "One"\n\n    A.\n\n!!! note "Two"\n\n    {code}'
    assert read(text) == [Prose(f"> **One**\n>\n> A.\n\n> **Two**\n>\n> {code}")]


def test_code_in_a_list_follows_its_item(read: Read) -> None:
    inside = indented(f"{CODE}\n\nMore.")
    assert read(f"- One\n- Two\n\n{inside}\n\nAfter.") == [
        Prose("- One\n- Two"),
        Block("part/page/one.py", "python", "print(1)\n", folded=False),
        Prose("More.\n\nAfter."),
    ]


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\query{q_2} \cdot \key{k_j}", r"q_2 \cdot k_j"),
        (r"\cdot\key{k}", r"\cdot{k}"),  # else: \cdotk
        (r"\weight{\text{\context{z}}}", r"\text{z}"),
        (r"\keyhole{x}", r"\keyhole{x}"),
    ],
)
def test_colours_leave_formulas_without_a_trace(tex: str, expected: str) -> None:
    assert plain.colourless(tex) == expected


def test_a_dollar_in_prose_would_open_a_formula(read: Read) -> None:
    with pytest.raises(PageError, match=r"a \$ outside of code"):
        read("It costs 5 $ or so.")


def test_a_fence_is_longer_than_those_in_it() -> None:
    assert plain.fenced("text", "a\n````\nb\n") == "`````text\na\n````\nb\n`````"
