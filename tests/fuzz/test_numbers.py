"""The guard of numbers in prose: none becomes another unseen."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publish.page_model import Page, parse
from publish.pages.numbers import read_ledger, said, unaccepted
from publish.project import Project

pytestmark = pytest.mark.nightly


def digits_of(line: str) -> list[str]:
    """The digits that readers are told; none of an address, for example."""
    return re.findall(r"\d", said(line))


@pytest.fixture(scope="module")
def ledger(project: Project) -> dict[str, list[str]]:
    return read_ledger(project)


class Altered(Project):
    """The course, one page of which is altered."""

    texts: dict[str, str]

    def page(self, name: str) -> Page:
        if name in self.texts:
            return parse(self.texts[name])
        return super().page(name)


@given(st.data())
def test_any_digit_that_a_page_says_otherwise_is_noticed(project, ledger, data):
    """Whichever digit of a number in prose, titles, alternative texts and formulas."""
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
