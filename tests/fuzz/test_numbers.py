"""The guard of numbers in prose: what a run showed backs it, and nothing else does."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publish.pages.model import Page, parse
from publish.pages.numbers import (
    backed,
    in_code,
    read_ledger,
    said,
    unaccepted,
)
from publish.project import Project

pytestmark = pytest.mark.nightly

digits = st.integers(0, 6)
exact = st.tuples(st.integers(-(10**7), 10**7), digits).map(
    lambda pair: Decimal(pair[0]).scaleb(-pair[1])
)


def values(text: str) -> list[Decimal]:
    return [number for _, number in in_code(text)]


def rounded(number: Decimal, decimals: int) -> str:
    return f"{number:.{decimals}f}"


@given(exact, digits)
def test_what_was_shown_backs_itself_at_any_rounding(number: Decimal, decimals: int):
    shown = values(f"tensor([{number:f}, 7.])")
    assert backed(f"{number:f}", shown)
    assert backed(rounded(number, decimals), shown)


@given(exact, st.integers(1, 6), st.integers(1, 999))
def test_another_number_is_not_backed(number: Decimal, decimals: int, steps: int):
    token = rounded(number, decimals)
    other = Decimal(token) + Decimal(steps).scaleb(-decimals)
    assert (
        not backed(rounded(other, decimals), [number - Decimal("1e-9")]) or steps == 1
    )
    assert not backed(rounded(other, decimals), values(token))


def digits_of(line: str) -> list[str]:
    """The digits that readers are told; none of an address, for example."""
    return re.findall(r"\d", said(line))


class Altered(Project):
    """The course, one page of which is altered."""

    texts: dict[str, str]

    def page(self, name: str) -> Page:
        if name in self.texts:
            return parse(self.texts[name])
        return super().page(name)


@given(st.data())
def test_any_digit_that_a_page_says_otherwise_is_noticed(project, data):
    """Whichever digit of a number in prose, titles, alternative texts and formulas."""
    ledger = read_ledger(project)
    name = data.draw(st.sampled_from(sorted(ledger)))
    pieces = [piece for s in project.page(name).sections() for _, piece in s.said]
    # What is to be typed is a piece in backticks, which its page has not.
    lines = [line for piece in pieces for line in piece.strip("`").split("\n")]
    line = data.draw(st.sampled_from([n for n in lines if re.search(r"\d", said(n))]))
    places = [place for place, sign in enumerate(line) if sign.isdigit()]
    place = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from("0123456789"))
    other = line[:place] + digit + line[place + 1 :]
    if digits_of(line) != digits_of(other):
        text = (project.docs / name).read_text(encoding="utf-8")
        head, title, body = text.partition("\n# ")
        course = Altered(project.root, project.config)
        course.texts = {name: head + title + body.replace(line, other, 1)}
        assert unaccepted(course, name, ledger[name]) != []
