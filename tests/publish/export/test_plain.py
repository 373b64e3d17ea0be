"""Pages as plain Markdown, each construct that they use."""

from collections.abc import Callable
from pathlib import Path
from textwrap import indent

import pytest

from publish.export import plain
from publish.export.plain import Block, Figure, Prose
from publish.pages.model import PageError
from publish.project import Project
from tests.course_of_one_page import SETTINGS

Read = Callable[..., list[plain.Piece]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """The pieces of a page with this text, beside a snippet that prints."""
    for path, text in {
        "mkdocs.yml": SETTINGS,
        "attention/scores.py": '"""Scores."""\n',
        "snippets/part/page/one.py": "print(1)\n",
        "snippets/part/page/one.out": "1\n",
        "snippets/part/page/two.err": "ValueError: no\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    def read(text: str, details: bool = False) -> list[plain.Piece]:
        page = tmp_path / "docs/part/page.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f"---\ntitle: A page\n---\n{text}\n")
        return plain.pieces(Project(tmp_path), "part/page.md", details)

    return read


def prose(read: Read, text: str) -> str:
    (piece,) = read(text)
    assert isinstance(piece, Prose)
    return piece.text


CODE = '```python\n--8<-- "part/page/one.py"\n```'
OUT = '```text\n--8<-- "part/page/one.out"\n```'


def test_what_a_page_includes_is_put_in(read: Read) -> None:
    pieces = read(f"Words.\n\n{CODE}\n<!--pytest-codeblocks:expected-output-->\n{OUT}")
    assert pieces == [
        Prose("Words."),
        Block("part/page/one.py", "python", "print(1)\n", folded=False),
        Block("part/page/one.out", "text", "1\n", folded=False),
    ]


def test_a_module_of_the_package_is_found(read: Read) -> None:
    (piece,) = read('```python\n--8<-- "attention/scores.py"\n```')
    assert piece == Block("attention/scores.py", "python", '"""Scores."""\n', False)


def test_a_file_that_is_missing_is_named(read: Read) -> None:
    with pytest.raises(PageError, match=r"a file that is missing: part/page/none\.py"):
        read('```python\n--8<-- "part/page/none.py"\n```')


@pytest.mark.parametrize(("before", "after"), [("", ""), ("!!! tip\n\n", "    ")])
def test_a_line_of_blanks_is_no_prose(read: Read, before: str, after: str) -> None:
    fences = indent(f"{CODE}\n \n\n{OUT}", after, lambda line: True)
    paths = [piece.path for piece in read(before + fences) if isinstance(piece, Block)]
    assert paths == ["part/page/one.py", "part/page/one.out"]
    assert len(read(before + fences)) == len(paths) + bool(before)


def test_lines_to_type_stay_as_they_are(read: Read) -> None:
    text = "```console\nmake serve  # [not](a.md) a \\(link\\)\n```"
    assert prose(read, text) == text


@pytest.mark.parametrize(
    ("opening", "title", "folded"),
    [
        ('!!! note "Why"', "Why", False),
        (
            '!!! warning "`T` turns *all* round"',
            "Warning: `T` turns *all* round",
            False,
        ),
        ('??? success "Solution"', "Solution", True),
        ("??? tip", "Tip", True),
        ('=== "Seed 123"', "Seed 123", False),
    ],
)
def test_a_box_is_quoted_and_its_code_follows(
    read: Read, opening: str, title: str, folded: bool
) -> None:
    inside = "\n".join(f"    {line}" for line in f"One.\n\n{CODE}\n\nTwo.".split("\n"))
    pieces = read(f"Before.\n\n{opening}\n\n{inside}\n\nAfter.")
    assert pieces == [
        Prose(f"Before.\n\n> **{title}**\n>\n> One."),
        Block("part/page/one.py", "python", "print(1)\n", folded),
        Prose("> Two.\n\nAfter."),
    ]


def test_where_html_may_stand_the_prose_of_a_folded_box_is_folded(
    read: Read,
) -> None:
    inside = f"One.\n\n!!! note\n\n    More.\n\n{CODE}\n\nTwo."
    text = "\n".join(f"    {line}" for line in inside.split("\n"))
    pieces = read(f'Before.\n\n??? success "Solution"\n\n{text}', details=True)
    assert pieces == [
        Prose(
            "Before.\n\n<details>\n<summary>Solution</summary>\n\n"
            "One.\n\n> **Note**\n>\n> More.\n\n</details>"
        ),
        Block("part/page/one.py", "python", "print(1)\n", folded=True),
        Prose("<details>\n<summary>Continued</summary>\n\nTwo.\n\n</details>"),
    ]
    first = read(f"??? tip\n\n{indent(CODE, '    ')}", details=True)[0]
    assert first == Prose("> **Tip**")


def test_a_box_that_begins_with_code_has_its_title_first(read: Read) -> None:
    inside = "\n".join(f"    {line}" for line in CODE.split("\n"))
    assert read(f'!!! note "Why"\n\n{inside}')[0] == Prose("> **Why**")


def test_two_boxes_in_a_row_stay_two(read: Read) -> None:
    text = '!!! note "One"\n\n    A.\n\n!!! note "Two"\n\n    B.'
    assert prose(read, text) == "> **One**\n>\n> A.\n\n> **Two**\n>\n> B."


def test_a_question_is_quoted_and_its_answer_folded(read: Read) -> None:
    pieces = read(f'<div class="predict" markdown>\nHow many?\n\n{CODE}\n</div>')
    assert pieces[0] == Prose("> **Predict, then check**\n>\n> How many?")
    assert pieces[1] == Block("part/page/one.py", "python", "print(1)\n", folded=True)


def test_a_question_in_a_question_ends_with_it(read: Read) -> None:
    inner = f'<div class="predict" markdown>\nInner.\n\n{CODE}\n</div>'
    pieces = read(f'<div class="predict" markdown>\nOuter.\n\n{inner}\n</div>\n\nEnd.')
    assert [piece.text for piece in pieces if isinstance(piece, Prose)] == [
        "> **Predict, then check**\n>\n> Outer.\n\n"
        "> **Predict, then check**\n>\n> Inner.",
        "End.",
    ]


def test_a_figure_keeps_its_words(read: Read) -> None:
    pieces = read("See:\n\n![A line (red).](../figures/part/page/one.svg)")
    assert pieces[1] == Figure("part/page/one", "A line (red).")


def test_formulas_stand_between_dollars(read: Read) -> None:
    text = r"Of \( \query{q_2} \) and" + "\n\n\\[\n\\score{\\omega} = 1\n\\]"
    assert prose(read, text) == "Of $q_2$ and\n\n$$\n\\omega = 1\n$$"


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\query{q_2} \cdot \key{k_j}", r"q_2 \cdot k_j"),
        (r"\cdot\key{k}", r"\cdot{k}"),  # else: \cdotk
        (r"\query{W_Q}^\top", r"{W_Q}^\top"),
        (r"x^\score{ab}", r"x^{ab}"),
        (r"\exp(\score{-\infty})", r"\exp({-\infty})"),
        (r"\weight{\text{\context{z}}}", r"\text{z}"),
        (r"\keyhole{x}", r"\keyhole{x}"),
    ],
)
def test_colours_leave_formulas_without_a_trace(tex: str, expected: str) -> None:
    assert plain.colourless(tex) == expected


def test_colours_leave_prose(read: Read) -> None:
    assert prose(read, 'A <span class="query">query</span>.') == "A query."


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("[a](other.md)", "[a](https://example.org/course/part/other/)"),
        ("[a](../index.md#x)", "[a](https://example.org/course/#x)"),
        ("[a](#x)", "[a](https://example.org/course/part/page/#x)"),
        ("[`A`](../b.ipynb)", "[`A`](https://example.org/course/b/)"),
        ("[a](repo:c/d.py)", "[a](https://github.com/someone/course/blob/main/c/d.py)"),
        ("[a](https://x.org/y.md)", "[a](https://x.org/y.md)"),
        (
            '<a href="../../b.md">b</a>',
            '<a href="https://example.org/course/b.md">b</a>',
        ),
    ],
)
def test_links_have_whole_addresses(read: Read, link: str, expected: str) -> None:
    assert prose(read, link) == expected


def test_code_in_prose_is_left_alone(read: Read) -> None:
    text = r"`[a](b.md)`, `\(x\)`, ``<span>`` and `a $ sign`"
    assert prose(read, text) == text


def test_what_only_the_theme_reads_is_left_out(read: Read) -> None:
    text = (
        '<div class="sheet" markdown>\n<div markdown>\n\n## Every block { .a }\n\n'
        'Words.\n{ .not-printed }\n\n</div>\n</div>\n<script src="x.js" defer></script>'
    )
    assert prose(read, text) == "## Every block\n\nWords."


def test_a_dollar_in_prose_would_open_a_formula(read: Read) -> None:
    with pytest.raises(PageError, match=r"a \$ outside of code"):
        read("It costs 5 $ or so.")


def test_code_in_a_list_follows_its_item(read: Read) -> None:
    inside = "\n".join(f"    {line}" for line in f"{CODE}\n\nMore.".split("\n"))
    text = f"- One\n- Two\n\n{inside}\n\n    - Three\n\n    {{}}\n\nAfter."
    deeper = "\n".join(f"    {line}" for line in inside.split("\n"))
    block = Block("part/page/one.py", "python", "print(1)\n", folded=False)
    assert read(text.replace("    {}", deeper)) == [
        Prose("- One\n- Two"),
        block,
        Prose("More.\n\n- Three"),
        block,
        Prose("More.\n\nAfter."),
    ]


def test_a_list_without_code_stays_as_it_is(read: Read) -> None:
    text = "1. One\n\n    More.\n\n2. Two\n    - Three"
    assert prose(read, text) == text


def test_a_fence_is_longer_than_those_in_it() -> None:
    assert plain.fenced("text", "a\n````\nb\n") == "`````text\na\n````\nb\n`````"


def test_the_whole_page_labels_its_outputs(read: Read, tmp_path: Path) -> None:
    read(f'{CODE}\n{OUT}\n```text\n--8<-- "part/page/two.err"\n```')
    assert plain.markdown(Project(tmp_path), "part/page.md") == (
        "```python\nprint(1)\n```\n\nOutput:\n\n```text\n1\n```\n\n"
        "Error:\n\n```text\nValueError: no\n```"
    )
