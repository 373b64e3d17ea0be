from decimal import Decimal

import pytest
from lxml import html

from publish.guards.numbers import backed, claimed, sections, values


@pytest.mark.parametrize(
    ("prose", "tokens"),
    [
        ("the score 0.9544 and −0.3", ["0.9544", "-0.3"]),
        ("108 products of 3 numbers, 12 words", ["108"]),
        ("50,257 tokens; 2,360,064 weights", ["50257", "2360064"]),
        ("a difference of 1e-5", ["1e-5"]),
        ("in 2017, section 3.2, §3.2.1, page 2.2 and Figure 14", []),
        ("torch 2.13.0 on Python 3.11 or Python ≥ 3.11; arXiv:1706.03762", []),
        ("[0.1500, .25]", ["0.1500", ".25"]),
        (r"0.55 \cdot 0.43 = x_2^{16}", ["0.55", "0.43", "16"]),
        ("36-37 pairs", ["36", "37"]),
        ("on 2026-11-20, and 2026-11 alone", []),
    ],
)  # fmt: skip
def test_numbers_that_claim_to_be_computed(prose: str, tokens: list[str]) -> None:
    assert [token for token, _ in claimed(prose)] == tokens


@pytest.mark.parametrize(
    "token", ["0.9544", "0.95", "1.0", "-0.5", "36", "1e-5", "0.25"]
)
def test_a_number_is_backed_by_itself_or_by_what_it_rounds(token: str) -> None:
    assert backed(token, values(["tensor([0.9544, -0.5]) [36] 1e-5 .25 x_7"]))


@pytest.mark.parametrize("token", ["0.9545", "0.96", "0.5", "37", "2e-5", "7"])
def test_any_other_number_is_not(token: str) -> None:
    assert not backed(token, values(["tensor([0.9544, -0.5]) [36] 1e-5 .25 x_7"]))


@pytest.mark.parametrize("token", ["0e1000001", "1e-99999999999999999999"])
def test_a_number_beyond_decimal_is_backed_by_nothing(token: str) -> None:
    assert not backed(token, values([f"{token} 0.0"]))


def test_numbers_in_code_are_read_as_python_writes_them() -> None:
    assert values(["10_000 + 1.5e3 - .5"]) == [10000, 1500, Decimal("0.5")]
    assert values(["2,360,064 of [1, 200]"]) == [2360064, 1, 200]


def test_a_section_ends_at_the_next_heading_of_any_level() -> None:
    article = html.fromstring(
        "<article><h2>A<a class='headerlink'>¶</a></h2><p>0.5</p><pre>0.6</pre>"
        "<h3>B</h3><table><tr><td>14</td><td>15</td></tr></table>"
        "<img alt='0.7'><span class='katex-html'>9.9</span>"
        "<math><annotation>0.8</annotation></math></article>"
    )
    first, second = sections(article)[1:]
    assert [token for token, _ in claimed("".join(first.prose))] == ["0.5"]
    assert first.shown == ["0.6"]
    assert [t for t, _ in claimed("".join(second.prose))] == ["14", "15", "0.7", "0.8"]


def test_what_runs_wrote_is_shown_and_what_is_chrome_is_nothing() -> None:
    article = html.fromstring(
        "<article><p>0.5</p><div class='record stale'><table><tr><td>669</td></tr>"
        "</table></div><div><pre>0.6</pre><p class='foot'>0.7</p></div></article>"
    )
    (section,) = sections(article)
    assert [token for token, _ in claimed("".join(section.prose))] == ["0.5"]
    assert values(section.shown) == [669, Decimal("0.6")]
