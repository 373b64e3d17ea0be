"""Figures: the same data is the same figure; what moved by more than 1e-4 is seen."""

import copy
import json
import math
from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from attention import heatmap
from publish.run.figures import describe, differences

numbers = st.floats() | st.integers() | st.sampled_from([0.0, -0.0, 1e-9, 1e-300])
leaves = numbers | st.none() | st.text(max_size=3) | st.booleans()
data = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner)
    ),
    max_leaves=12,
)


def same(a: object, b: object) -> bool:
    found = differences(a, b)
    assert bool(differences(b, a)) == bool(found), "not the same from the other side"
    return not found


@given(data)
def test_any_data_is_itself_also_after_it_was_stored(drawn: object):
    assert same(drawn, drawn)
    assert same(drawn, json.loads(json.dumps(drawn)))


@given(st.lists(numbers, min_size=1, max_size=6), st.data())
def test_a_number_that_moved_is_seen_and_what_rounding_leaves_is_not(
    drawn: list[float], choose: st.DataObject
):
    place = choose.draw(st.integers(0, len(drawn) - 1))
    old = float(drawn[place])
    drawn[place] = old
    moved: list[Any] = copy.copy(drawn)
    near = copy.copy(drawn)
    by = choose.draw(st.sampled_from([2e-4, -2e-4, 0.1, 3.0]))
    moved[place] = old + by * abs(old) + math.copysign(3e-7, by)
    near[place] = old * (1 + 1e-6)
    if all(map(math.isfinite, (old, moved[place], near[place]))):
        assert not same([{"y": drawn}], [{"y": moved}])
        assert same([{"y": drawn}], [{"y": near}])
    for other in (math.nan, math.inf, -math.inf, None, "1", [old]):
        moved[place] = other
        equal = other == old or (other != other and old != old)
        assert same(drawn, moved) == equal


@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 99), st.data())
def test_a_drawn_number_or_word_that_changed_is_seen(
    rows: int, columns: int, seed: int, choose: st.DataObject
):
    torch.manual_seed(seed)
    values = torch.rand(rows, columns)

    def drawn(values: torch.Tensor, label: str = "c") -> object:
        axes = Figure().subplots()
        labels = [label] * columns
        heatmap(values, rows=["r"] * rows, columns=labels, decimals=1, ax=axes)
        return json.loads(json.dumps(describe(axes.figure)))

    before = drawn(values)
    assert same(before, drawn(values.clone()))
    other = values.clone()
    row = choose.draw(st.integers(0, rows - 1))
    other[row, choose.draw(st.integers(0, columns - 1))] += 0.01
    assert not same(before, drawn(other))
    assert not same(before, drawn(values, "d"))
