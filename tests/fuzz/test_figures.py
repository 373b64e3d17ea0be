"""Figures: the same data is the same figure; what moved by more than 1e-4 is seen."""

import json
from math import copysign, isnan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publish.execute.plots import differences

pytestmark = pytest.mark.nightly


def same(a: object, b: object) -> bool:
    found = differences(a, b)
    assert bool(differences(b, a)) == bool(found), "not the same from the other side"
    return not found


def altered(part: Any, choose: st.DataObject) -> Any:
    """A description in which one thing is another: a number, a word, one less."""
    if isinstance(part, dict):
        key = choose.draw(st.sampled_from([key for key in part if part[key] != []]))
        return {**part, key: altered(part[key], choose)}
    if isinstance(part, list):
        place = choose.draw(st.integers(0, len(part) - 1))
        if part[place] == [] or choose.draw(st.integers(0, 9)) == 0:
            return part[:place] + part[place + 1 :]
        return [*part[:place], altered(part[place], choose), *part[place + 1 :]]
    if isinstance(part, str):
        return f"{part}."
    if part is None or isnan(part):
        return 0.25
    return part * 1.01 + copysign(0.001, part)


@pytest.fixture(scope="module")
def stored(project):
    """What is stored of each figure, found once for thousands of examples."""
    with_figure = (s for s in project.snippets if s.stored(".svg").exists())
    return [s.stored(".json").read_text("utf-8") for s in with_figure]


@given(st.data())
def test_whatever_is_altered_in_a_stored_figure_is_noticed(stored, choose):
    drawn = json.loads(choose.draw(st.sampled_from(stored)))
    assert not same(drawn, altered(drawn, choose))
