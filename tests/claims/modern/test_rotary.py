"""What is behind the general sentences of docs/modern/rotary.md."""

import math

import torch
from torch import Tensor
from torch.testing import assert_close

from attention import causal_mask, rotate, scaled_dot_product_attention, split_heads
from tests.attention.modern.test_rotary import neighbours
from tests.claims.draw import draw


def test_the_formula_of_two_turns() -> None:
    def R(p: int) -> Tensor:  # counter-clockwise
        cosine, sine = math.cos(p), math.sin(p)
        return torch.tensor([[cosine, -sine], [sine, cosine]], dtype=torch.float64)

    scores = []
    for query, key in (draw(0, 2, 2), torch.tensor([[2.0, 0.5], [1.5, -0.5]]).double()):
        for m, n in ((12, 10), (5, 5), (3, 1), (1, 3)):
            q, k = (
                rotate(x[None], torch.tensor([p]))[0] for x, p in ((query, m), (key, n))
            )
            assert_close(q, R(m) @ query)
            assert_close(k, R(n) @ key)
            assert_close(R(m).T, R(-m))
            assert_close(query @ R(m).T @ R(n) @ key, q @ k)
            assert_close(query @ R(n - m) @ key, q @ k)
            scores.append((q @ k).item())
    assert scores[-2] < -2 < 0.4 < scores[-1]  # of the page's two vectors


def test_turned_before_the_split_scores_depend_on_more_than_distance() -> None:
    queries, keys = draw(0, 2, 5, 12)
    for split_first in (False, True):
        scores = []
        for positions in (torch.arange(5), torch.arange(5) + 10):
            q, k = (
                rotate(split_heads(x, 3), positions)
                if split_first
                else split_heads(rotate(x, positions), 3)
                for x in (queries, keys)
            )
            scores.append(q @ k.mT)
        assert torch.allclose(*scores) == split_first


def test_the_first_token_attends_to_itself_however_it_is_turned() -> None:
    (queries, keys, values), mask = draw(0, 3, 6, 8), causal_mask(6)
    positions, two_visible = torch.arange(6), mask.clone()
    two_visible[0, 1] = True  # and then the first row is no exception
    for turn, start in ((rotate, 0), (rotate, 5), (neighbours, 0), (neighbours, 5)):
        turned = [turn(x, positions + start) for x in (queries, keys)]
        for other in ((queries, keys), [rotate(x, positions + 1) for x in turned]):
            for visible, first in ((mask, True), (two_visible, False)):
                one, two = (
                    scaled_dot_product_attention(*pair, values, visible)[0]
                    for pair in (turned, other)
                )
                same = torch.isclose(one, two).all(dim=-1)
                assert same.tolist() == [first] + [False] * 5


def test_both_conventions_know_the_distance_and_are_not_the_same() -> None:
    queries, keys, values = draw(0, 3, 6, 8)
    contexts = []
    for turn in (rotate, neighbours):
        here, there = (
            (turn(queries, positions), turn(keys, positions))
            for positions in (torch.arange(6), torch.arange(6) + 7)
        )
        assert_close(there[0] @ there[1].T, here[0] @ here[1].T)
        contexts.append(scaled_dot_product_attention(*here, values, causal_mask(6))[0])
    same = torch.isclose(*contexts).all(dim=-1)
    assert same.tolist() == [True] + [False] * 5


def test_turned_values_turn_the_contexts() -> None:
    given, here = draw(0, 3, 7, 6), torch.arange(7)
    one, other = (
        scaled_dot_product_attention(*(rotate(x, positions) for x in given))
        for positions in (here, here + 1000)
    )
    assert_close(one[1], other[1], rtol=0, atol=1e-10)  # the weights
    assert not torch.allclose(one[0], other[0])
    turned = rotate(one[0], torch.full((7,), 1000))
    assert_close(turned, other[0], rtol=0, atol=1e-10)
    undone = rotate(one[0], -here), rotate(other[0], -here - 1000)
    assert_close(*undone, rtol=0, atol=1e-10)
