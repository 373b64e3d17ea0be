"""What no drawing can tell apart: the reasons in `tests/attention/equivalent.json`."""

import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest
import torch
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from attention.plotting.curves import NEUTRAL
from attention.plotting.heatmap import GREY
from attention.plotting.style import COLOURS

# As mutants have them: no checker of types or of style would let them pass.
NOTHING: Any = None
PAIRED: Any = zip


def axes() -> Axes:
    return Figure().subplots()


def test_what_has_one_length_is_zipped_alike_strict_or_not():
    for count in range(4):  # `arrows` has refused tips that are no pairs
        tips = [[float(number), -1.0] for number in range(count)]
        pairs = list(zip([0.0, 0.0], *tips, strict=True))
        for strict in (None, False):
            assert list(PAIRED([0.0, 0.0], *tips, strict=strict)) == pairs
        assert list(PAIRED([0.0, 0.0], *tips)) == pairs


def test_a_line_across_the_axes_is_at_zero_unless_told_otherwise():
    level, upright = axes().axhline(), axes().axvline()
    assert np.asarray(level.get_ydata()).tolist() == [0, 0]
    assert np.asarray(upright.get_xdata()).tolist() == [0, 0]


def test_text_begins_at_its_place_unless_told_otherwise():
    assert axes().text(0, 0, "title", va="bottom").get_horizontalalignment() == "left"


def test_pairs_whose_second_parts_differ_are_never_equal():
    for turn in (-1.0, -0.0, 0.0, 1.0):
        for other, number in permutations(range(4), 2):
            above = (turn, other) > (0, number)
            assert above == ((turn, other) >= (0, number))


def test_no_angle_has_a_cosine_of_three_tenths():
    # The cosine falls from one number to the next, past 0.3 without touching it.
    # Names stand at angles within 255 degrees: there is no third place to look at.
    angle = math.acos(0.3)
    near = [angle + n * math.ulp(angle) for n in range(-8, 9)]
    cosines = [math.cos(a) for a in near]
    assert cosines == sorted(cosines, reverse=True)
    assert cosines[0] > 0.3 > cosines[-1]
    assert 0.3 not in cosines
    assert [math.cos(-a) for a in near] == cosines  # as far on the other side


def test_the_least_of_those_up_to_zero_is_the_least_of_those_up_to_one():
    for lowest in (-math.inf, -2.5, -1e-30, -0.0, 0.0):
        y = torch.tensor([0.5, math.nan, lowest, 0.0, 1.0, 3.0, math.inf])
        assert y[y <= 0].min() == y[y <= 1].min() == lowest


def test_a_box_without_a_fill_counts_none_as_false():
    drawn = Rectangle((0, 0), 1, 1)
    drawn.set(fill=None)
    for box in (Rectangle((0, 0), 1, 1, fill=NOTHING), drawn):
        plain = Rectangle((0, 0), 1, 1, fill=False)
        assert box.get_fill() is plain.get_fill() is False
        assert box.get_facecolor() == plain.get_facecolor()
        assert box.get_edgecolor() == plain.get_edgecolor()


@pytest.mark.parametrize(
    "cells",
    [
        [[3.0]],
        [[2.0, 2.0], [2.0, 2.0]],
        [[0.5, math.nan, -1.25], [7.0, 0.0, -0.0]],
        [[1e300, -1e300, 5e-324]],
    ],
    ids=str,
)
def test_a_ramp_reaches_from_the_lowest_cell_to_the_highest_unless_told_otherwise(
    cells: list[list[float]],
):
    low, high = float(np.nanmin(cells)), float(np.nanmax(cells))
    for mesh in (
        axes().pcolormesh(cells, vmin=low, vmax=high),
        axes().pcolormesh(cells, vmin=low),
        axes().pcolormesh(cells, vmax=high),
        axes().pcolormesh(cells, vmin=low, vmax=None),
        axes().pcolormesh(cells, vmin=None, vmax=high),
    ):
        assert mesh.get_clim() == (low, high)


def test_capitals_in_the_name_of_a_colour_change_nothing():
    def drawn(edges: str) -> list[list[float]]:
        mesh = axes().pcolormesh([[0.0, 1.0], [2.0, math.nan]], edgecolors=edges)
        assert isinstance(mesh, QuadMesh)
        mesh.update_scalarmappable()
        return np.asarray(mesh.get_edgecolor()).tolist()

    assert to_rgba("WHITE") == to_rgba("white") == (1, 1, 1, 1)
    assert drawn("WHITE") == drawn("white")
    assert drawn("FACE") == drawn("face")
    assert len(drawn("face")) == 4  # one edge for each cell, of its own colour


def test_colours_are_read_alike_in_capitals_and_without():
    for colour in (*COLOURS.values(), *filter(None, NEUTRAL), GREY):
        assert to_rgba(colour) == to_rgba(colour.lower()) == to_rgba(colour.upper())
