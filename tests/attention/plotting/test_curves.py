"""The curves: what they draw, how they are told apart, and what they refuse."""

import re
from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import pytest
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb

from attention import COLOURS, curves
from attention.plotting.curves import NEUTRAL, _plain_ticks

X = torch.tensor([1.0, 2.0, 5.0])
YS = {"one": torch.tensor([0.25, 0.5, 0.125]), "two": torch.tensor([3.0, 1.0, 2.0])}


@pytest.fixture(autouse=True)
def fresh_matplotlib() -> Iterator[None]:
    with mpl.rc_context():
        plt.switch_backend("agg")
        yield
    plt.close("all")


def draw(x: torch.Tensor = X, ys: Any = None, **settings: Any) -> Axes:
    labels: dict[str, Any] = {"xlabel": "steps", "ylabel": "loss"}
    return curves(x, YS if ys is None else ys, **(labels | settings))


def points_of(axes: Axes) -> list[list[tuple[float, float]]]:
    return [
        list(zip(line.get_xdata(), line.get_ydata(), strict=True))  # type: ignore[arg-type]
        for line in axes.lines
    ]


def six(num_points: int = 3) -> dict[str, torch.Tensor]:
    return {f"line {i}": torch.full((num_points,), i + 1.0) for i in range(6)}


def names_of(axes: Axes) -> list[str]:
    legend = axes.get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


def luminance(colour: tuple[float, ...]) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour
    ]
    return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_each_line_goes_through_its_points():
    assert points_of(draw()) == [
        [(1.0, 0.25), (2.0, 0.5), (5.0, 0.125)],
        [(1.0, 3.0), (2.0, 1.0), (5.0, 2.0)],
    ]


def test_the_legend_and_the_axes_say_what_is_drawn():
    axes = draw()
    assert names_of(axes) == ["one", "two"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("steps", "loss")


def test_lines_differ_in_colour_in_line_style_and_in_marker():
    lines = draw(ys=six()).lines
    assert len({to_hex(line.get_color()) for line in lines}) == 6
    assert len({str(line._dash_pattern) for line in lines}) == 6  # type: ignore[attr-defined]
    assert len({line.get_marker() for line in lines}) == 6


def test_many_points_are_not_marked():
    axes = draw(torch.arange(17.0), six(17))
    assert {line.get_marker() for line in axes.lines} == {"None"}


def test_up_to_sixteen_points_are_marked():
    axes = draw(torch.arange(16.0), six(16))
    assert "None" not in {line.get_marker() for line in axes.lines}


def test_a_colour_is_that_of_its_quantity_and_none_is_a_neutral_one():
    axes = draw(ys=six(), colours=["query", None, "context", None, None, "key"])
    colours = [line.get_color() for line in axes.lines]
    assert [colours[i] for i in (0, 2, 5)] == [
        COLOURS[name] for name in ("query", "context", "key")
    ]
    assert not set(COLOURS.values()) & {colours[i] for i in (1, 3, 4)}


def test_the_first_neutral_line_is_in_the_foreground_that_a_page_replaces():
    assert to_rgb(draw().lines[0].get_color()) == (0, 0, 0)
    with mpl.rc_context({"text.color": "#123456"}):
        assert draw().lines[0].get_color() == "#123456"


@pytest.mark.parametrize("page", ["#FFFFFF", "#14171F"])
def test_neutral_colours_stand_out_from_light_and_dark_pages(page: str):
    for colour in NEUTRAL:
        if colour is not None:
            low, high = sorted([luminance(to_rgb(colour)), luminance(to_rgb(page))])
            assert (high + 0.05) / (low + 0.05) >= 3, colour


def test_type_is_large_enough_for_a_phone():
    axes = draw()
    legend = axes.get_legend()
    assert legend is not None
    assert plt.gcf().get_figwidth() == pytest.approx(4.2)
    titles = [axes.xaxis.label, axes.yaxis.label]
    ticks = [*axes.get_xticklabels(), *axes.get_yticklabels()]
    for text in [*titles, *ticks, *legend.get_texts()]:
        assert float(text.get_fontsize()) >= 11


@pytest.mark.parametrize("length", [1, 8, 19, 30])
def test_the_legend_is_no_wider_than_the_figure_and_covers_no_line(length: int):
    names = [letter * length for letter in "abcdef"]
    axes = draw(ys=dict(zip(names, six().values(), strict=True)))
    figure = plt.gcf()
    figure.canvas.draw()
    legend = axes.get_legend()
    assert legend is not None
    box, frame = legend.get_window_extent(), axes.get_window_extent()
    assert box.x1 <= figure.bbox.x1
    assert box.y0 >= frame.y1


def test_an_axis_can_be_logarithmic():
    assert (draw().get_xscale(), draw().get_yscale()) == ("linear", "linear")
    assert draw(logx=True).get_xscale() == "log"
    assert draw(logy=True).get_yscale() == "log"


def test_a_logarithmic_axis_reaches_up_to_a_googol():
    large = torch.tensor([2e99, 5e99, 1e100], dtype=torch.float64)
    for end in draw(large, {"one": large}, logx=True, logy=True).axis()[1::2]:
        assert 1e100 < end < 2e100


def test_a_short_logarithmic_axis_has_plain_numbers():
    axes = draw(X, {"y": torch.tensor([2.0, 30.0, 60.0])}, logy=True)
    plt.gcf().canvas.draw()
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert {"2", "5", "10", "20", "50"} <= set(labels)


@pytest.mark.parametrize(
    ("low", "high", "plain"),
    [(1, 200, True), (1, 200.5, False), (2, 400, True), (0.5, 101, False)],
)
def test_short_is_up_to_a_factor_of_two_hundred(low: float, high: float, plain: bool):
    _, axes = plt.subplots()
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    _plain_ticks(axes.xaxis)
    plt.gcf().canvas.draw()
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert ("20" in labels) == plain
    assert not any(label.get_text() for label in axes.xaxis.get_minorticklabels())


def test_large_integers_are_drawn_to_the_last_digit():
    x = torch.tensor([2**24 + 1, 2**24 + 3])
    assert points_of(draw(x, {"y": x})) == [[(n, n) for n in x.tolist()]]


def test_integers_are_not_divided_into_fractions():
    axes = draw(torch.tensor([0, 1, 2]), {"y": X})
    plt.gcf().canvas.draw()
    assert all(float(tick).is_integer() for tick in axes.get_xticks())


def test_a_value_that_is_not_finite_leaves_a_gap():
    axes = draw(ys={"y": torch.tensor([torch.inf, 2.0, torch.nan])})
    assert [y == y for _, y in points_of(axes)[0]] == [False, True, False]


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64, torch.int64])
def test_any_dtype_is_drawn(dtype: torch.dtype):
    values = torch.tensor([2, 3, 5], dtype=dtype)
    assert points_of(draw(values, {"y": values})) == [[(2, 2), (3, 3), (5, 5)]]


def test_values_that_need_a_gradient_are_drawn():
    assert len(points_of(draw(ys={"y": X.clone().requires_grad_()}))[0]) == 3


def test_only_the_axes_with_numbers_have_a_line():
    shown = {name: spine.get_visible() for name, spine in draw().spines.items()}
    assert shown == {"left": True, "bottom": True, "top": False, "right": False}


def test_the_grid_is_as_thin_as_ever_whatever_matplotlib_is_set_to():
    with mpl.rc_context({"grid.linewidth": 3}):
        axes = draw()
    lines = [*axes.xaxis.get_gridlines(), *axes.yaxis.get_gridlines()]
    assert {line.get_linewidth() for line in lines} == {0.8}


def test_zero_has_no_place_on_a_logarithmic_axis():
    message = "ys must be positive on a logarithmic axis. Got 0 in 'two'."
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        draw(ys={"one": X, "two": X - 1}, logy=True)


def test_they_are_drawn_where_they_are_told_to():
    _, axes = plt.subplots()
    assert draw(ax=axes) is axes
    assert len(plt.get_fignums()) == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"x": torch.ones(2, 3)},
            "x must have shape (num_points,), at least 2. Got (2, 3).",
        ),
        (
            {"x": torch.ones(1)},
            "x must have shape (num_points,), at least 2. Got (1,).",
        ),
        (
            {"x": torch.tensor([1.0, torch.nan, 2.0])},
            "x must be finite. Got nan or infinity.",
        ),
        (
            {"ys": {}},
            "ys must hold 1 to 6 lines, so that each has a line style of its own. "
            "Got 0.",
        ),
        (
            {"ys": six() | {"seventh": X}},
            "ys must hold 1 to 6 lines, so that each has a line style of its own. "
            "Got 7.",
        ),
        (
            {"ys": {"one": X, "two": X[:2]}},
            "ys must have one value for each x, shape (3,). Got (2,) for 'two'.",
        ),
        (
            {"ys": {"one": X, "two": torch.full((3,), torch.inf)}},
            "ys must each hold at least one finite number. Got none in 'two'.",
        ),
        (
            {"ys": {"one": X, "two": X - 2}, "logy": True},
            "ys must be positive on a logarithmic axis. Got -1 in 'two'.",
        ),
        (
            {"x": X - 1, "logx": True},
            "x must be positive on a logarithmic axis. Got 0.",
        ),
        (
            {"ys": {"one": X, "two": X.double() * 1e100}, "logy": True},
            "ys must be at most 1e+100 on a logarithmic axis. Got 5e+100 in 'two'.",
        ),
        (
            {"x": X.double() * 1e100, "logx": True},
            "x must be at most 1e+100 on a logarithmic axis. Got 5e+100.",
        ),
        (
            {"colours": ["query"]},
            "colours must have one name for each line, 2. Got 1.",
        ),
        (
            {"colours": ["query", "green"]},
            "colours must be None or of query, key, value, score, weight, context. "
            "Got 'green'.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    settings: dict[str, Any], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        draw(**settings)
    assert plt.get_fignums() == []
