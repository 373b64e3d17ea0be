"""The comparator: an output is itself, a unit is another machine, more is caught."""

import re
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from publish.project import Project
from publish.snapshots.compare import differences, largest

pytestmark = pytest.mark.nightly

NUMBER = re.compile(r"(?<![\w.+-])-?\d+\.\d+(?![\w.])")

OF_ZERO = re.compile(r"(?<![\d.])(0\.?0*e[+-])(\d+)")


def same(a: str, b: str) -> bool:
    found = differences(a, b)
    assert bool(differences(b, a)) == bool(found), "not the same from the other side"
    return not found


@pytest.fixture(scope="module")
def printed(project: Project) -> list[str]:
    """What each snippet prints, read once for thousands of examples."""
    stored = (snippet.stored(".out") for snippet in project.snippets)
    return [path.read_text("utf-8") for path in stored if path.exists()]


@given(st.data(), st.integers(1, 10**6), st.sampled_from([1, -1]))
def test_a_unit_of_a_printed_number_is_another_machine_and_more_is_caught(
    printed, data, steps, sign
):
    text = data.draw(st.sampled_from(printed))
    numbers = list(NUMBER.finditer(text))
    assume(numbers)
    number = data.draw(st.sampled_from(numbers))
    decimals = len(number[0].partition(".")[2])

    def moved(units: int) -> str:
        other = Decimal(number[0]) + Decimal(sign * units).scaleb(-decimals)
        return f"{text[: number.start()]}{other:f}{text[number.end() :]}"

    assert not same(text, moved(steps + 1))
    near = moved(1)
    if len(near) == len(text):  # else torch pads the others, too
        assert same(text, near)
        assert largest(text, near) <= 1
        assert not same(f"{text}\n0.5", f"{near}\n0.7"), "all is compared, then"


mess = st.text("0123456789.-+eE nainf#[](),\n٣x±", max_size=20) | st.text(max_size=12)


@given(mess, mess, mess)
def test_of_any_two_texts_nothing_but_digits_blanks_and_minus_signs_may_differ(a, b, c):
    pair = a + b + c, a + c
    assert same(pair[0], pair[0])
    if same(*pair):
        largest(*pair)
        bare = [re.sub(r"[0-9]+|[- ]", "", text) for text in pair]
        assert bare[0] == bare[1]
        runs = [re.findall(r"[0-9]+", text) for text in pair]
        assert len(runs[0]) == len(runs[1])


@given(st.data())
def test_an_altered_digit_of_a_stored_output_is_noticed(printed, data):
    """By more than a unit of its last digit; by less, its hash is another.

    Whatever its exponent, zero is zero.
    """
    text = data.draw(st.sampled_from(printed))
    others = OF_ZERO.sub(lambda zero: zero[1] + " " * len(zero[2]), text)
    digits = [match.start() for match in re.finditer("[0-9]", others)]
    assume(digits)
    place = data.draw(st.sampled_from(digits))
    digit = (int(text[place]) + data.draw(st.integers(2, 8))) % 10
    assert not same(text, f"{text[:place]}{digit}{text[place + 1 :]}")
