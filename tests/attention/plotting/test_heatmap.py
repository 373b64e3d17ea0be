"""The heatmap: what it draws, in which colours, and what it refuses."""

import re
from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from attention import COLOURS, heatmap
from attention.plotting.heatmap import _luminance, _readable_on
from attention.plotting.style import INK

MATRIX = torch.tensor([[0.125, 0.5, 0.25], [1.0, 0.75, 0.0]])
ROWS, COLUMNS = ("one", "two"), ("a", "b", "c")


@pytest.fixture(autouse=True)
def fresh_matplotlib() -> Iterator[None]:
    with mpl.rc_context():
        plt.switch_backend("agg")
        yield
    plt.close("all")


def draw(values: torch.Tensor = MATRIX, **settings: Any) -> Axes:
    labels: dict[str, Any] = {"rows": ROWS, "columns": COLUMNS}
    return heatmap(values, **(labels | settings))


def cells_of(axes: Axes) -> Any:
    """The masked array that the one mesh was drawn from."""
    (mesh,) = [c for c in axes.collections if isinstance(c, QuadMesh)]
    return mesh.get_array()


def fills_of(axes: Axes) -> list[tuple[float, ...]]:
    (mesh,) = [c for c in axes.collections if isinstance(c, QuadMesh)]
    mesh.update_scalarmappable()
    return [tuple(fill) for fill in np.asarray(mesh.get_facecolor()).tolist()]


def frames_of(axes: Axes) -> list[tuple[int, int]]:
    patches = [p for p in axes.patches if isinstance(p, Rectangle)]
    return [(int(p.get_y()), int(p.get_x())) for p in patches]


def contrast(first: tuple[float, ...], second: tuple[float, ...]) -> float:
    def luminance(colour: tuple[float, ...]) -> float:
        linear = [
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
            for c in colour[:3]
        ]
        return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted([luminance(first), luminance(second)])
    return (high + 0.05) / (low + 0.05)


def test_the_cells_hold_the_values_and_say_them():
    axes = draw()
    assert cells_of(axes).tolist() == MATRIX.tolist()
    texts = [text.get_text() for text in axes.texts]
    assert texts == ["0.12", "0.50", "0.25", "1.00", "0.75", "0.00"]


def test_each_number_stands_in_the_middle_of_its_cell():
    positions = [text.get_position() for text in draw().texts]
    assert positions == [(c + 0.5, r + 0.5) for r in range(2) for c in range(3)]


def test_the_decimals_can_be_chosen():
    assert draw(decimals=0).texts[3].get_text() == "1"
    assert draw(decimals=4).texts[0].get_text() == "0.1250"


def test_labels_name_rows_and_columns_with_row_0_on_top():
    axes = draw()
    assert tuple(label.get_text() for label in axes.get_yticklabels()) == ROWS
    assert tuple(label.get_text() for label in axes.get_xticklabels()) == COLUMNS
    bottom, top = axes.get_ylim()
    assert bottom > top


@pytest.mark.parametrize("colour", COLOURS)
def test_the_highest_cell_has_the_full_colour_and_the_lowest_is_near_white(
    colour: str,
):
    axes = draw(colour=colour)
    fills = fills_of(axes)
    assert fills[3][:3] == pytest.approx(to_rgb(COLOURS[colour]))
    assert min(fills[5][:3]) >= 0.9


def test_what_is_none_of_the_quantities_is_grey():
    red, green, blue = fills_of(draw(colour=None))[3][:3]
    assert max(red, green, blue) - min(red, green, blue) < 0.15


def test_a_large_matrix_is_drawn_without_numbers_on_the_same_width():
    values = torch.linspace(-1, 1, 61 * 47).reshape(61, 47)
    axes = draw(values, rows=[""] * 61, columns=[""] * 47, decimals=None)
    assert not axes.texts
    assert cells_of(axes).shape == (61, 47)
    assert plt.gcf().get_figwidth() == pytest.approx(4.2)
    plt.gcf().canvas.draw()
    width, height = axes.get_window_extent().size
    assert height / width == pytest.approx(61 / 47, rel=0.01)
    assert width >= 0.7 * plt.gcf().bbox.width


def test_cells_without_numbers_can_be_framed():
    outline = torch.tensor([[False, True, False], [False, False, False]])
    assert frames_of(draw(outline=outline, decimals=None)) == [(0, 1)]


@pytest.mark.parametrize("colour", [*COLOURS, None])
def test_every_number_can_be_read_on_its_cell(colour: str | None):
    ramp = torch.linspace(0, 1, 23).reshape(1, 23)
    axes = draw(ramp, rows=["r"], columns=["c"] * 23, colour=colour)
    for text, fill in zip(axes.texts, fills_of(axes), strict=True):
        assert contrast(to_rgb(text.get_color()), fill) >= 4.5


def test_no_bitmap_is_drawn_and_type_is_large_enough_for_a_phone():
    axes = draw()
    assert not axes.images
    axes.set(xlabel="key", ylabel="query")
    assert plt.gcf().get_figwidth() == pytest.approx(4.2)
    titles = [axes.xaxis.label, axes.yaxis.label]
    labels = [*axes.get_xticklabels(), *axes.get_yticklabels()]
    for text in [*axes.texts, *labels, *titles]:
        assert float(text.get_fontsize()) >= 11


def test_labels_and_axis_titles_keep_the_colour_that_matplotlib_is_set_to():
    with mpl.rc_context({"xtick.color": "#123456", "axes.labelcolor": "#123456"}):
        axes = draw()
    assert axes.get_xticklabels()[0].get_color() == "#123456"
    assert axes.xaxis.label.get_color() == "#123456"


def test_what_stands_on_a_cell_is_not_in_the_foreground_that_a_page_replaces():
    axes = draw(outline=torch.ones(2, 3, dtype=torch.bool))
    inks = [text.get_color() for text in axes.texts]
    inks += [patch.get_edgecolor() for patch in axes.patches]
    assert all(to_rgb(ink) != (0, 0, 0) for ink in inks)


def test_only_the_cells_asked_for_are_framed():
    assert frames_of(draw()) == []
    outline = torch.tensor([[False, True, False], [True, False, True]])
    assert frames_of(draw(outline=outline)) == [(0, 1), (1, 0), (1, 2)]


def test_a_cell_without_a_finite_value_has_no_fill_and_keeps_its_number():
    with mpl.rc_context({"text.color": "#123456"}):
        axes = draw(torch.tensor([[0.0, -torch.inf, 1.0], [torch.nan, 2.0, 3.0]]))
    mask = cells_of(axes).mask.tolist()
    assert mask == [[False, True, False], [True, False, False]]
    texts = [text.get_text() for text in axes.texts]
    assert texts == ["0.00", "-inf", "1.00", "nan", "2.00", "3.00"]
    assert axes.texts[1].get_color() == "#123456"


def test_the_frame_of_a_cell_without_a_fill_can_be_seen_on_any_page():
    outline = torch.ones(1, 2, dtype=torch.bool)
    with mpl.rc_context({"text.color": "#123456"}):
        axes = draw(
            torch.tensor([[torch.nan, 1.0]]), rows="r", columns="cd", outline=outline
        )
    bare, filled = (patch.get_edgecolor() for patch in axes.patches)
    assert to_rgb(bare) == to_rgb("#123456") != to_rgb(filled)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64, torch.int64])
def test_any_dtype_is_drawn(dtype: torch.dtype):
    values = torch.tensor([[1, 2, 3], [5, 7, 11]], dtype=dtype)
    assert cells_of(draw(values)).tolist() == [[1, 2, 3], [5, 7, 11]]


def test_large_integers_keep_their_last_digit():
    values = torch.tensor([[2**24 + 1, 2**24 + 3, 0], [1, 2, 3]])
    assert cells_of(draw(values)).tolist() == values.tolist()


@pytest.mark.parametrize("colour", COLOURS)
def test_a_ramp_has_the_name_of_its_full_colour(colour: str):
    (mesh,) = draw(colour=colour).collections
    assert mesh.get_cmap().name == COLOURS[colour]


@pytest.mark.parametrize(
    ("channel", "luminance"),
    [
        (0.0, 0.0),
        (0.02, 0.02 / 12.92),
        (0.04045, 0.04045 / 12.92),  # the last of the straight piece
        (0.5, 0.21404114048223255),
        (1.0, 1.0),
    ],
)
def test_the_luminance_of_a_grey_is_that_of_wcag(channel: float, luminance: float):
    assert _luminance([channel] * 3) == pytest.approx(luminance, rel=1e-9)


def test_where_both_contrast_alike_the_ink_is_dark():
    white, black = (_luminance([c] * 3) + 0.05 for c in (1.0, 0.0))
    low, high = 0.0, 1.0  # of blue: white is better, black is at least as good
    for _ in range(60):
        blue = (low + high) / 2
        ground = _luminance([0.46, 0.46, blue]) + 0.05
        low, high = (blue, high) if ground / black < white / ground else (low, blue)
    ground = _luminance([0.46, 0.46, high]) + 0.05
    assert ground / black == white / ground
    assert to_rgb(_readable_on([0.46, 0.46, high])) == to_rgb(INK)
    assert to_rgb(_readable_on([0.46, 0.46, low])) == (1, 1, 1)


def test_values_that_need_a_gradient_are_drawn():
    axes = draw(MATRIX.clone().requires_grad_())
    assert cells_of(axes).tolist() == MATRIX.tolist()


def test_a_constant_matrix_is_drawn():
    assert len(draw(torch.ones(2, 3)).texts) == 6


def test_it_draws_where_it_is_told_to():
    _, axes = plt.subplots()
    assert draw(ax=axes) is axes
    assert len(plt.get_fignums()) == 1


def test_the_colours_cannot_be_changed_by_accident():
    with pytest.raises(TypeError, match="does not support item assignment"):
        COLOURS["query"] = "#000000"  # type: ignore[index]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"values": torch.ones(2)},
            "values must have shape (num_rows, num_columns), both at least 1. "
            "Got (2,).",
        ),
        (
            {"values": torch.ones(0, 3)},
            "values must have shape (num_rows, num_columns), both at least 1. "
            "Got (0, 3).",
        ),
        (
            {"values": torch.full((2, 3), torch.nan)},
            "values must hold at least one finite number. Got none.",
        ),
        (
            {"rows": COLUMNS},
            "rows must have one label for each row, 2. Got 3.",
        ),
        (
            {"columns": ROWS},
            "columns must have one label for each column, 3. Got 2.",
        ),
        (
            {"colour": "green"},
            "colour must be one of query, key, value, score, weight, context. "
            "Got 'green'.",
        ),
        (
            {"outline": torch.ones(2, 3)},
            "outline must be boolean with the shape of values, (2, 3). "
            "Got torch.float32 with shape (2, 3).",
        ),
        (
            {"outline": torch.ones(3, 2, dtype=torch.bool)},
            "outline must be boolean with the shape of values, (2, 3). "
            "Got torch.bool with shape (3, 2).",
        ),
        ({"decimals": -1}, "decimals must not be negative. Got -1."),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    settings: dict[str, Any], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        draw(**settings)
    assert plt.get_fignums() == []
