"""The comparator: an output is itself, a unit is another machine, more is caught."""

import re
from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publish.outputs.compare import differences, largest

pytestmark = pytest.mark.nightly

# Added to two outputs, it makes them differ by a unit, so that all else is compared.
A_UNIT = [("\n0.1234", "\n0.1235"), ("\n9.99", "\n10.00"), ("\n-0.0", "\n0.0")]
units = st.sampled_from(A_UNIT)


def same(a: str, b: str) -> bool:
    found = differences(a, b)
    assert bool(differences(b, a)) == bool(found), "not the same from the other side"
    return not found


@dataclass(frozen=True)
class Number:
    """A number as some format prints it, and its neighbours in that format."""

    n: int  # counts units of the last digit
    decimals: int
    style: str

    def __str__(self) -> str:
        if self.style == "e":
            # n counts the printable numbers: 9 * 10**decimals of them to a power of ten
            sign = "-" if self.n < 0 else ""
            power, rest = divmod(abs(self.n), 9 * 10**self.decimals)
            digits = str(10**self.decimals + rest)
            point = f".{digits[1:]}" if self.decimals else ""
            return f"{sign}{digits[0]}{point}e{power - 60:+03d}"
        exact = Decimal(self.n).scaleb(-self.decimals)
        return format(exact, f"{self.style}.{self.decimals}f")

    def moved(self, steps: int) -> "Number":
        return Number(self.n + steps, self.decimals, self.style)


@st.composite
def numbers(draw: st.DrawFn, least: int = 0) -> Number:
    decimals = draw(st.integers(least, 5))
    if draw(st.integers(0, 3)) == 0:
        least_power = 9 * 10**decimals
        n = draw(st.integers(3, 120 * least_power)) * draw(st.sampled_from([1, -1]))
        return Number(n, decimals, "e")
    near = draw(
        st.sampled_from([0, 0, 1, 10, 1000, 10**decimals, 10 ** (decimals + 1)])
    )
    style = draw(st.sampled_from(["", "", "", "+", " ", "9", "+9"]))
    n = near + draw(st.integers(-3, 3) | st.integers(-999, 999))
    return Number(n, decimals, style)


# No digits, and at the ends nothing that could join a number.
SEPARATORS = [*" ,;:()[]=|#\n", "  ", " tensor([", "])", "(±", "…"]
separators = st.sampled_from(SEPARATORS)
words = st.text(st.characters(exclude_categories=["Nd"]), max_size=3) | st.sampled_from(
    ["nan", "-inf", "e", "-", ".", "x_", "٣", "²", "#", "torch.float", "True"]
)
between = st.tuples(separators, words, separators).map("".join)


@st.composite
def outputs(draw: st.DrawFn, least: int = 0) -> list[str | Number]:
    """Text and numbers by turns, text at both ends."""
    parts: list[str | Number] = [draw(between)]
    for _ in range(draw(st.integers(1, 4))):
        parts += [draw(numbers(least)), draw(between)]
    return parts


def printed(parts: list[str | Number]) -> str:
    return "".join(map(str, parts))


def replaced(parts: list, place: int, part: str | Number) -> list[str | Number]:
    return [*parts[:place], part, *parts[place + 1 :]]


def within_a_tensor(parts: list, place: int) -> bool:
    before = printed(parts[:place])
    return before.rfind("tensor([") > before.rfind(")")


@given(outputs(least=1), st.data())
def test_a_unit_of_the_last_digit_is_another_machine(parts: list, data: st.DataObject):
    place = 2 * data.draw(st.integers(0, len(parts) // 2 - 1)) + 1
    number = parts[place]
    if number.style in ("9", "+9", " ") and within_a_tensor(parts, place):
        return  # torch pads all or none
    other = number.moved(data.draw(st.sampled_from([1, -1])))
    if number.style == "e" and number.n * other.n <= 0:
        return
    text, changed = printed(parts), printed(replaced(parts, place, other))
    assert same(text, changed)
    assert largest(text, changed) <= 1


@given(outputs(), st.data(), st.none() | units)
def test_more_than_a_unit_is_caught(parts, data, unit):
    place = 2 * data.draw(st.integers(0, len(parts) // 2 - 1)) + 1
    number = parts[place]
    steps = data.draw(st.integers(2, 5) | st.integers(2, 10**6))
    other = number.moved(data.draw(st.sampled_from([steps, -steps])))
    text, changed = printed(parts), printed(replaced(parts, place, other))
    assert not same(text + (unit or "  ")[0], changed + (unit or "  ")[1])
    if number.decimals == 0:
        changed = printed(replaced(parts, place, number.moved(1)))
        assert not same(text, changed)


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
def test_an_altered_number_of_a_stored_output_is_noticed(project, data):
    """By more than a unit of its last digit; by less, its hash is another."""
    snippets = [s for s in project.snippets if s.stored(".out").exists()]
    text = data.draw(st.sampled_from(snippets)).stored(".out").read_text("utf-8")
    digits = [match.start() for match in re.finditer("[0-9]", text)]
    if digits:
        place = data.draw(st.sampled_from(digits))
        digit = (int(text[place]) + data.draw(st.integers(2, 8))) % 10
        assert not same(text, f"{text[:place]}{digit}{text[place + 1 :]}")
