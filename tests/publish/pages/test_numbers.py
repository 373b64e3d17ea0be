"""What pages say in numbers: what claims to be computed, and what backs it."""

from decimal import Decimal

import pytest

from publish.pages.numbers import backed, claimed, in_code

SHOWN = "tensor([0.9544, -0.5]) [36] 1e-5 .25 x_7"


def values(text: str) -> list[Decimal]:
    return [number for _, number in in_code(text)]


@pytest.mark.parametrize(
    ("prose", "tokens"),
    [
        ("the score 0.9544 and −0.3", ["0.9544", "−0.3"]),
        ("108 products of 3 numbers, 12 words", ["108"]),
        ("50,257 tokens; 2,360,064 weights", ["50,257", "2,360,064"]),
        ("in 2017, section 3.2, §3.2.1, page 2.2 and Figure 14", []),
        ("torch 2.13.0 on Python 3.11 or Python ≥ 3.11; arXiv:1706.03762", []),
        (r"0.55 \\cdot 0.43 = x_2^{16}", ["0.55", "0.43", "16"]),
        ("on 2026-11-20, and 2026-11 alone", []),
        ("[two](page-8.5.md#9.5) <!-- 7.5 --> <b id='a-6.5'>5.5</b>", ["5.5"]),
        ('<img alt="0.5" src="0.25.svg">, &#48;.75', ["0.5", "0.75"]),
    ],
)
def test_numbers_that_claim_to_be_computed(prose: str, tokens: list[str]) -> None:
    assert [token for token, _ in claimed(prose)] == tokens


@pytest.mark.parametrize(
    ("tokens", "is_backed"),
    [
        (["0.9544", "0.95", "1.0", "-0.5", "36", "1e-5", "0.25"], True),
        (["0.9545", "0.96", "0.5", "37", "2e-5", "7"], False),
        (["0e1000001", "1e-99999999999999999999"], False),  # no Decimal has these
    ],
)
def test_a_number_is_backed_by_itself_or_by_what_it_rounds(
    tokens: list[str], is_backed: bool
) -> None:
    for token in tokens:
        assert backed(token, values(SHOWN)) == is_backed, token


def test_numbers_in_code_are_read_as_python_writes_them() -> None:
    assert values("10_000 + 1.5e3 - .5") == [10000, 1500, Decimal("0.5")]
    assert values("2,360,064 of [1, 200]") == [2360064, 1, 200]


@pytest.mark.parametrize(
    ("prose", "tokens"),
    [
        ("They report [28.4](https://example.org/paper) points.", []),
        (
            "They [report](https://example.org/paper) 28.4 points. So did 31 others.",
            ["31"],
        ),
        ("We saw 28.4, as [they](page.md) did.", ["28.4"]),
        ("We saw 28.4 of ![them](https://example.org/them.svg).", ["28.4"]),
        ("| [source](https://example.org) | 28.4 |\n|---|---|", ["28.4"]),
    ],
)
def test_a_sentence_that_links_to_a_source_may_say_its_numbers(
    prose: str, tokens: list[str]
) -> None:
    assert [token for token, _ in claimed(prose)] == tokens
