"""The arrows: where they end, how they are told apart, and what they refuse."""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Annotation

from attention import COLOURS, arrows

VECTORS = torch.tensor([[0.75, 0.25], [-0.5, 1.0], [0.125, -0.5]])
LABELS = ("a", "b", "c")


@pytest.fixture(autouse=True)
def fresh_matplotlib() -> Iterator[None]:
    with mpl.rc_context():
        plt.switch_backend("agg")
        yield
    plt.close("all")


def draw(vectors: torch.Tensor = VECTORS, **settings: Any) -> Axes:
    labels: Any = [f"v{i}" for i in range(len(vectors))]
    return arrows(vectors, **({"labels": labels} | settings))


def shafts_of(axes: Axes) -> list[Line2D]:
    """The lines that begin at the origin; the two grey axes do not."""
    return [line for line in axes.lines if line.get_color() != "#808080"]


def ends_of(line: Line2D) -> list[tuple[float, float]]:
    x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
    return list(zip(x.tolist(), y.tolist(), strict=True))


def names_of(axes: Axes) -> list[Annotation]:
    return [text for text in axes.texts if isinstance(text, Annotation)]


def test_each_arrow_goes_from_the_origin_to_its_vector():
    for line, (x, y) in zip(shafts_of(draw()), VECTORS.tolist(), strict=True):
        assert ends_of(line) == [(0, 0), (x, y)]


def test_a_head_sits_at_the_tip_and_points_along_the_arrow():
    for line, (x, y) in zip(shafts_of(draw()), VECTORS.tolist(), strict=True):
        assert line.get_markevery() == [1]
        marker = line._marker  # type: ignore[attr-defined]
        along = marker.get_transform().transform([(1.0, 0.0)])[0]
        assert math.atan2(along[1], along[0]) == pytest.approx(math.atan2(y, x))


def test_each_name_stands_at_the_tip_of_its_arrow():
    axes = draw(labels=LABELS)
    assert [text.get_text() for text in names_of(axes)] == list(LABELS)
    assert [text.xy for text in names_of(axes)] == [tuple(v) for v in VECTORS.tolist()]


def test_arrows_are_told_apart_by_their_strokes():
    styles = [
        line.get_linestyle() for line in shafts_of(draw(torch.eye(2).repeat(2, 1)))
    ]
    assert len(set(styles)) == 4


def test_without_colours_arrows_and_names_have_the_colour_of_text():
    with mpl.rc_context({"text.color": "#123456"}):
        axes = draw()
    assert {line.get_color() for line in shafts_of(axes)} == {"#123456"}
    assert {text.get_color() for text in names_of(axes)} == {"#123456"}


def test_an_arrow_can_have_the_colour_of_a_quantity():
    axes = draw(colours=["query", "key", "value"])
    assert [line.get_color() for line in shafts_of(axes)] == [
        COLOURS["query"],
        COLOURS["key"],
        COLOURS["value"],
    ]


def test_angles_and_lengths_are_true_and_nothing_is_cut_off():
    axes = draw()
    assert axes.get_aspect() == 1
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    for x, y in [(0.0, 0.0), *VECTORS.tolist()]:
        assert left < x < right
        assert low < y < high


@pytest.mark.parametrize(
    "pair",
    [
        [[1.0, 0.5], [1.0, 0.52]],
        [[1.0, 0.5], [1.0, 0.48]],
        [[1.0, 0.5], [1.0, 0.5]],
        [[-1.0, 0.02], [-1.0, -0.02]],  # on both sides of the jump from pi to -pi
    ],
    ids=str,
)
def test_names_of_arrows_that_point_nearly_the_same_way_stand_on_opposite_sides(
    pair: list[list[float]],
):
    axes = draw(torch.tensor(pair))
    sides = []
    for text, (x, y) in zip(names_of(axes), pair, strict=True):
        across, up = text.get_position()
        sides.append(x * up - y * across)  # positive: left of the arrow
    assert sides[0] * sides[1] < 0


def test_a_zero_vector_has_a_name_and_no_head():
    axes = draw(torch.tensor([[0.0, 0.0], [1.0, 1.0]]))
    heads = [line.get_marker() for line in shafts_of(axes)]
    assert heads[0] == "None"
    assert len(names_of(axes)) == 2
    plt.gcf().canvas.draw()


def test_zero_vectors_alone_are_drawn():
    draw(torch.zeros(2, 2))
    plt.gcf().canvas.draw()


@pytest.mark.parametrize("vectors", [VECTORS, 1000 * VECTORS, torch.eye(2)])
def test_type_is_large_enough_for_a_phone(vectors: torch.Tensor):
    axes = draw(vectors)
    assert plt.gcf().get_figwidth() == pytest.approx(4.2)
    ticks = [*axes.get_xticklabels(), *axes.get_yticklabels()]
    for text in [*axes.texts, *ticks, axes.xaxis.label, axes.yaxis.label]:
        assert float(text.get_fontsize()) >= 11


def tip_at(angle: float) -> list[float]:
    """A tip in the first or second quadrant, seen at this angle to the last bit."""
    for length in range(1, 100):
        x, y = length * math.cos(angle), length * math.sin(angle)
        if math.atan2(y, x) == angle:
            return [x, y]
    raise AssertionError(f"no tip at {angle}")


def sides_of(vectors: list[list[float]]) -> list[float]:
    """Of each name: positive left of its arrow, negative right of it, else ahead."""
    axes = draw(torch.tensor(vectors, dtype=torch.float64))
    places = [text.get_position() for text in names_of(axes)]
    return [
        round(x * up - y * across, 9)
        for (x, y), (across, up) in zip(vectors, places, strict=True)
    ]


def test_names_leave_their_places_only_for_an_arrow_nearer_than_25_degrees():
    x, y = tip_at(math.radians(25))
    ahead = [[1.0, 0.0], [x, -y]]
    assert sides_of(ahead) == [sides_of([vector])[0] for vector in ahead]
    assert sides_of([[1.0, 0.0], [x, -0.99 * y]])[0] > 0


@pytest.mark.parametrize("degrees", [8, 8.5, 45])
def test_a_name_stands_ahead_of_its_tip_from_8_degrees_off_a_grey_line(
    degrees: float,
):
    assert sides_of([tip_at(math.radians(degrees))]) == [0]


@pytest.mark.parametrize("degrees", [0, 7.9, 90, 97.9, 180])
def test_a_name_steps_aside_for_a_grey_line_nearer_than_8_degrees(degrees: float):
    angle = math.radians(degrees)
    assert sides_of([[math.cos(angle), math.sin(angle)]])[0] < 0


@pytest.mark.parametrize(
    ("part", "share", "angle"),
    [
        ("va", math.sin, math.asin(0.3)),
        ("va", math.sin, math.asin(-0.3)),
        ("ha", math.cos, math.acos(-0.3)),
    ],
    ids=["up", "down", "left"],
)
def test_a_name_is_centred_up_to_three_tenths_of_its_way_aside(
    part: str, share: Callable[[float], float], angle: float
):
    # From one number to the next, until sine or cosine are 0.3 to the last bit.
    near = (angle + n * math.ulp(angle) for n in (0, 1, -1, 2, -2))
    exact = next(a for a in near if abs(share(a)) == 0.3)
    x, y = tip_at(abs(exact))
    tip = torch.tensor([[x, math.copysign(y, exact)]], dtype=torch.float64)
    (name,) = names_of(draw(tip))
    assert plt.getp(name, part) == "center"


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32, torch.int64])
def test_ends_are_float64_whatever_the_dtype(dtype: torch.dtype):
    # What is drawn can be scaled and shifted in place, also where vectors are whole.
    for line in shafts_of(draw(torch.tensor([[1, 2], [3, -5]], dtype=dtype))):
        assert np.asarray(line.get_xdata()).dtype == np.float64
        assert np.asarray(line.get_ydata()).dtype == np.float64


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64, torch.int64])
def test_any_dtype_is_drawn(dtype: torch.dtype):
    axes = draw(torch.tensor([[1, 2], [3, -5]], dtype=dtype))
    assert ends_of(shafts_of(axes)[1]) == [(0, 0), (3, -5)]


def test_vectors_that_need_a_gradient_are_drawn():
    assert len(shafts_of(draw(VECTORS.clone().requires_grad_()))) == 3


def test_it_draws_where_it_is_told_to():
    _, axes = plt.subplots()
    assert draw(ax=axes) is axes
    assert len(plt.get_fignums()) == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"vectors": torch.ones(2, 3)},
            "vectors must have shape (num_vectors, 2), one vector at least. "
            "Got (2, 3).",
        ),
        (
            {"vectors": torch.ones(2), "labels": LABELS},
            "vectors must have shape (num_vectors, 2), one vector at least. Got (2,).",
        ),
        (
            {"vectors": torch.ones(0, 2)},
            "vectors must have shape (num_vectors, 2), one vector at least. "
            "Got (0, 2).",
        ),
        (
            {"vectors": torch.tensor([[1.0, math.inf]])},
            "vectors must be finite. Got nan or infinity among them.",
        ),
        ({"labels": ["a"]}, "labels must be one for each vector, 3. Got 1."),
        ({"colours": ["key"]}, "colours must be one for each vector, 3. Got 1."),
        (
            {"colours": ["key", "green", "value"]},
            "colours must be among query, key, value, score, weight, context. "
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
