"""The drawings as they were looked at: no size, place or stroke changes by itself."""

import pytest

from tests.attention.plotting.portrait import FOLDER, SITTERS, portrait


@pytest.mark.parametrize("name", SITTERS)
def test_a_drawing_is_as_it_was_looked_at(name: str):
    accepted = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert portrait(name).splitlines() == accepted.splitlines()


def test_there_is_a_portrait_of_each_sitter_and_of_nobody_else():
    assert {path.stem for path in FOLDER.iterdir()} == set(SITTERS)
