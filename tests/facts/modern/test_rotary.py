"""What is behind the general sentences of docs/modern/rotary.md."""

import math

import torch
from torch import Tensor
from torch.testing import assert_close

from attention import rotary_frequencies, rotate
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_formula_of_two_turns() -> None:
    says(
        "modern/rotary",
        r"\[ (R_m\,\query{q}) \cdot (R_n\,\key{k}) = \query{q}^\top R_m^\top R_n\,\key{k} = \query{q}^\top R_{n - m}\,\key{k} \]",
        r"It has a sign: for these two vectors, \(m = 1\) and \(n = 3\) give another score than \(m = 3\) and \(n = 1\).",
        r"The query becomes \(R_m\,\query{q}\) and the key \(R_n\,\key{k}\).",
    )

    def R(p: int) -> Tensor:  # counter-clockwise
        cosine, sine = math.cos(p), math.sin(p)
        return torch.tensor([[cosine, -sine], [sine, cosine]], dtype=torch.float64)

    scores = []
    for query, key in (draw(0, 2, 2), torch.tensor([[2.0, 0.5], [1.5, -0.5]]).double()):
        for m, n in ((12, 10), (5, 5), (3, 1), (1, 3)):
            q, k = (
                rotate(x[None], torch.tensor([p]))[0] for x, p in ((query, m), (key, n))
            )
            assert_close((R(m) @ query) @ (R(n) @ key), q @ k)
            assert_close(query @ R(m).T @ R(n) @ key, q @ k)
            assert_close(query @ R(n - m) @ key, q @ k)
            scores.append((q @ k).item())
    assert scores[-2] < -2 < 0.4 < scores[-1]  # of the page's two vectors


def test_each_pair_has_its_own_speed() -> None:
    says(
        "modern/rotary",
        r"With more features, each pair of features turns at its own speed, \(\omega_i = 10000^{-2i/d}\), like the hands of the clock in Sinusoidal positions.",
    )
    for d in (2, 8, 64):
        omega = rotary_frequencies(d)
        assert_close(
            omega, omega.new_tensor([10000 ** (-2 * i / d) for i in range(d // 2)])
        )


def test_a_turn_that_is_missing_or_reversed_shows_where_the_two_stand() -> None:
    says(
        "modern/rotary",
        "If only the queries are turned, or only the keys, or the two in opposite directions, the dot product also depends on where the two stand.",
    )
    query, key = draw(1, 2, 2)

    def turned(x: Tensor, p: int) -> Tensor:
        return rotate(x[None], torch.tensor([p]))[0]

    for score in (
        lambda m, n: turned(query, m) @ key,
        lambda m, n: query @ turned(key, n),
        lambda m, n: turned(query, m) @ turned(key, -n),
    ):
        assert abs(score(5, 3) - score(9, 7)) > 0.1  # the same distance
