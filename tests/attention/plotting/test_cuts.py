"""The cuts: a box for each piece, and what they refuse."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from attention import cuts

ROWS = {"4 pieces": ["O", "ne", " ", "step"], "2 words": ["one", None, "step"]}


@pytest.fixture(autouse=True)
def fresh_matplotlib() -> Iterator[None]:
    with mpl.rc_context():
        plt.switch_backend("agg")
        yield
    plt.close("all")


def boxes_of(axes: Axes) -> list[tuple[int, int, int]]:
    """Line, start and width of each box, in lines and characters."""
    return [
        (round(-box.get_y() / 2), round(box.get_x()), round(box.get_width()))
        for box in axes.patches
        if isinstance(box, Rectangle)
    ]


def test_each_piece_has_a_box_as_wide_as_it_is_long():
    assert boxes_of(cuts(ROWS)) == [
        *[(0, 0, 1), (0, 1, 2), (0, 3, 1), (0, 4, 4)],
        *[(1, 0, 3), (1, 4, 4)],
    ]


def test_each_line_has_its_title_and_its_letters_with_spaces_to_be_seen():
    texts = "|".join(text.get_text() for text in cuts(ROWS).texts)
    assert texts == "4 pieces|O|n|e|␣|s|t|e|p|2 words|o|n|e|s|t|e|p"


def test_each_letter_stands_in_its_box():
    axes = cuts({"one": ["On", "e"]})
    places = [text.get_position()[0] for text in axes.texts[1:]]
    assert places == [0.5, 1.5, 2.5]


def test_a_line_has_room_at_phone_width_and_type_is_large_enough():
    axes = cuts({"long": ["step"] * 10})
    assert plt.gcf().get_figwidth() == pytest.approx(4.2)
    assert all(float(text.get_fontsize()) >= 11 for text in axes.texts)
    plt.gcf().canvas.draw()
    letters = [text.get_window_extent() for text in axes.texts[1:]]
    for left, right in pairwise(letters):
        assert left.x1 <= right.x0 + 1  # a pixel


def test_boxes_and_letters_have_the_colour_of_text():
    with mpl.rc_context({"text.color": "#123456"}):
        axes = cuts(ROWS)
    assert {text.get_color() for text in axes.texts} == {"#123456"}
    assert {mpl.colors.to_hex(p.get_edgecolor()) for p in axes.patches} == {"#123456"}
    assert not any(patch.get_fill() for patch in axes.patches)


def test_it_draws_where_it_is_told_to():
    _, axes = plt.subplots()
    assert cuts(ROWS, ax=axes) is axes
    assert len(plt.get_fignums()) == 1


def test_lines_fill_the_width_of_axes_that_showed_something_else():
    _, axes = plt.subplots()
    axes.set_xlim(-3, 30)
    assert cuts(ROWS, ax=axes).get_xlim() == (0, 8)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({}, "rows must hold at least one line. Got none."),
        ({"a": []}, "rows must have pieces in each line. Got none in 'a'."),
        ({"a": [None]}, "rows must have pieces in each line. Got none in 'a'."),
        ({"a": ["x", ""]}, "rows must hold no empty piece. Got one in 'a'."),
        (
            {"a": ["x" * 41]},
            "rows must be at most 40 characters wide. Got 41 in 'a'.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    rows: Mapping[str, Sequence[str | None]], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        cuts(rows)
    assert plt.get_fignums() == []
