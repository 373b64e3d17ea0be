"""The comparator: an output is itself, a unit is another machine, more is caught."""

import math
import re
from dataclasses import dataclass
from decimal import Decimal

import pytest
import torch
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


TYPES = (torch.float32, torch.float64, torch.bfloat16, torch.float16, torch.int64)
TYPES += (torch.int32, torch.int8, torch.uint8, torch.bool, torch.complex64)
EXTREMES = (math.nan, math.inf, -math.inf, 1e30, -1e30, 1e300, 65504.0, 1e-40, -0.0)
shapes = st.lists(st.integers(0, 4), max_size=4)
shapes |= st.sampled_from([[1001], [33], [40, 30], [2, 1, 900]])  # some is left out


@st.composite
def tensors(draw: st.DrawFn) -> torch.Tensor:
    """A tensor of any shape and type, some of it extreme."""
    shape, dtype = draw(shapes), draw(st.sampled_from(TYPES))
    generator = torch.Generator().manual_seed(draw(st.integers(0, 2**20)))
    numbers = torch.randn(shape, generator=generator, dtype=torch.float64)
    numbers *= draw(st.sampled_from([1.0, 0.01, 5.0]))
    spoiled = st.tuples(st.integers(0, 2000), st.sampled_from(EXTREMES))
    for place, extreme in draw(st.lists(spoiled, max_size=3)):
        if numbers.numel():
            numbers.view(-1)[place % numbers.numel()] = extreme
    if dtype == torch.bool:
        return numbers > 0
    if not (dtype.is_floating_point or dtype.is_complex):
        numbers = (5 * numbers.nan_to_num(0, 25, -25)).round().clamp(-100, 100)
        return (numbers.abs() if dtype == torch.uint8 else numbers).to(dtype)
    return numbers.to(dtype)


@given(tensors(), st.sampled_from([1.0, 1e-6, 1e4, 1e9]), units)
def test_any_tensor_as_torch_prints_it_is_itself(tensor, scale, unit):
    text = repr(tensor * scale)
    assert same(text, text)
    assert same(text + unit[0], text + unit[1])
    assert largest(text + unit[0], text + unit[1]) <= 1


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


@given(outputs(), st.data(), st.none() | units)
def test_a_number_in_another_format_is_caught(parts, data, unit):
    place = 2 * data.draw(st.integers(0, len(parts) // 2 - 1)) + 1
    number = str(parts[place])
    bare = number.lstrip(" ")
    unsigned = bare.lstrip("-+")
    signed = unsigned != bare
    change = data.draw(
        st.sampled_from(
            [
                lambda: number + "0",
                lambda: number + ".",
                lambda: re.sub(r"(\d)", r"0\1", number, count=1),
                lambda: number.replace("e", "E"),
                lambda: number.replace("0.", ".", 1),
                lambda: number.replace(bare, unsigned if signed else f"+{bare}"),
                lambda: number.replace(".", ","),
                lambda: number.replace(".", ""),
                lambda: number.replace("e-0", "e-"),
                lambda: number.translate({48 + d: 0x660 + d for d in range(10)}),
                lambda: number + "x",
                lambda: " " + number,
                lambda: number + " ",
            ]
        )
    )()  # fmt: skip
    # In a tensor torch pads all numbers anew, and blanks say nothing.
    padded = change.strip() == number.strip() and "tensor([" in printed(parts[:place])
    if change != number and not padded:
        text, changed = printed(parts), printed(replaced(parts, place, change))
        assert not same(text + (unit or "  ")[0], changed + (unit or "  ")[1])


@given(outputs(), st.data(), st.none() | units)
def test_any_other_character_is_caught(parts, data, unit):
    place = 2 * data.draw(st.integers(0, len(parts) // 2))
    text = parts[place]
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(
        st.sampled_from(["", text[at] + text[at], "#", "-", " ", "\n", "x"])
    )
    put = data.draw(st.just(put) | words)
    other = text[:at] + put + text[at + 1 :]
    follows = str(parts[place + 1]) if place + 1 < len(parts) else "x"
    if other == text or (zero(follows) and sign_alone(text, other)):
        return
    a, b = printed(parts), printed(replaced(parts, place, other))
    assert not same(a + (unit or "  ")[0], b + (unit or "  ")[1])


def zero(number: str) -> bool:
    return bool(re.fullmatch(r"[-+ ]*0+\.?0*", number))


def sign_alone(text: str, other: str) -> bool:
    """Whether a minus came or went at the end, which means nothing before a zero."""
    signed, bare = (text, other) if text.endswith("-") else (other, text)
    return signed.endswith("-") and bare.rstrip(" ") == signed[:-1].rstrip(" ")


@given(st.data(), st.sampled_from([torch.float32, torch.float64]))
def test_units_in_a_tensor_are_another_machine_however_it_is_padded(data, dtype):
    number = data.draw(st.integers(1, 6))
    near = st.sampled_from([0, 99_999, -99_999, 9_999, 100_000])
    grid = near.flatmap(lambda n: st.integers(n - 2, n + 2)) | st.integers(
        -9999, 99_999
    )
    ns = data.draw(st.lists(grid, min_size=number, max_size=number))
    steps = data.draw(st.lists(st.integers(-1, 1), min_size=number, max_size=number))
    odd = data.draw(st.sampled_from([math.nan, math.inf, -math.inf, 0.5]))
    rows = data.draw(st.sampled_from([1, 2]))
    a, b = (
        repr(torch.tensor([[*(n / 1e4 for n in values), odd]] * rows, dtype=dtype))
        for values in (ns, [n + step for n, step in zip(ns, steps, strict=True)])
    )
    if "e" in f"{a}{b}".replace("tensor", "").replace("dtype", ""):
        return  # printed in another format, which is caught
    if any(text.replace(". ", ".,").count(".,") for text in (a, b)):
        return  # whole numbers are not rounded
    if a.count("\n") != b.count("\n"):
        assert not same(a, b), "a line that is broken elsewhere is caught"
        return
    assert same(a, b)
    more = data.draw(st.integers(0, number - 1))
    steps[more] = data.draw(st.sampled_from([-3, -2, 2, 3]))
    values = [n + step for n, step in zip(ns, steps, strict=True)]
    c = repr(torch.tensor([[*(n / 1e4 for n in values), odd]] * rows, dtype=dtype))
    assert not same(a, c)


mess = st.text("0123456789.-+eE nainf#[](),\n٣x±", max_size=20) | st.text(max_size=12)
pairs = st.one_of(
    st.tuples(mess, mess),
    st.tuples(mess, mess, mess).map(lambda t: (t[0] + t[1] + t[2], t[0] + t[2])),
    st.tuples(mess, st.integers(0, 20), st.sampled_from("0123456789.-+e #x")).map(
        lambda t: (t[0], t[0][: t[1]] + t[2] + t[0][t[1] + 1 :])
    ),
)


@given(pairs)
def test_of_any_two_texts_nothing_but_digits_blanks_and_minus_signs_may_differ(pair):
    a, b = pair
    assert same(a, a)
    if same(a, b):
        largest(a, b)
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
