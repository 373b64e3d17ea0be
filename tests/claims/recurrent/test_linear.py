"""What docs/recurrent/linear.md says in general."""

import pytest
import torch
from torch import Tensor

from attention import (
    causal_mask,
    elu_plus_one,
    linear_attention,
    masked_attention_weights,
    normalised_linear_attention,
)
from tests.attention.expect import assert_close, random

N, D, D_V = 11, 5, 7


def tokens() -> tuple[Tensor, Tensor, Tensor]:
    return random(N, D), random(N, D, seed=1), random(N, D_V, seed=2)


def test_the_formula_of_the_state():
    q, k, v = tokens()
    S = [torch.zeros(D, D_V).double()]
    for i in range(N):
        S.append(S[-1] + k[i][:, None] @ v[i][None, :])
        total = sum((q[i] @ k[j]) * v[j] for j in range(i + 1))
        moved = q[i] @ sum(k[j][:, None] @ v[j][None, :] for j in range(i + 1))
        found = linear_attention(q, k, v)[0][i]
        for z_i in (total, moved, q[i] @ S[-1]):
            assert_close(found, z_i)


def test_the_formula_of_the_normaliser():
    q, k, v = tokens()

    def phi(x: Tensor) -> Tensor:
        return torch.nn.functional.elu(x) + 1

    contexts, state = normalised_linear_attention(q, k, v)
    for i in range(N):
        S_i = sum(phi(k[j])[:, None] @ v[j][None, :] for j in range(i + 1))
        n_i = sum(phi(k[j]) for j in range(i + 1))
        assert_close(contexts[i], phi(q[i]) @ S_i / (phi(q[i]) @ n_i))
    assert_close(state, torch.cat([S_i, n_i[:, None]], dim=-1))


@pytest.mark.parametrize("d", [2, 8, 16])
def test_later_from_earlier_has_no_higher_rank_than_there_are_features(d: int):
    """Of the whole causal matrix, the rank is full."""
    for seed in range(5):
        q, k = random(2, 64, d, seed=seed)
        scores = (elu_plus_one(q) @ elu_plus_one(k).mT).tril()
        linear = scores / scores.sum(dim=-1, keepdim=True)
        softmax = masked_attention_weights(q @ k.mT / d**0.5, causal_mask(64))
        for cut in (16, 32, 48):
            parts = linear[cut:, :cut], softmax[cut:, :cut]
            low, high = (int(torch.linalg.matrix_rank(part)) for part in parts)
            assert low <= d
            assert high > d or d >= min(cut, 64 - cut)
        diagonal = linear.diagonal()  # of a triangle: the determinant is its product
        assert (diagonal > 0).all()


def test_a_match_stands_out_with_softmax_alone():
    """Seeds other than the page's, and other widths."""
    for d in (32, 64, 128):
        for seed in range(5):
            keys = random(1024, d, seed=seed)
            query = keys[0]
            exponentials = torch.exp(keys @ query / d**0.5)
            features = elu_plus_one(keys) @ elu_plus_one(query)
            share, other = (each[0] / each.sum() for each in (exponentials, features))
            assert other < 2 / 1024
            assert share > 20 * other
            assert features[0] < 2 * features[1:].mean()


def test_without_the_ones_the_feature_of_a_match_stands_out():
    """All features are positive: that is why pairs have much in common."""
    keys = random(1024, 64)
    centred = elu_plus_one(keys) - elu_plus_one(keys).mean()
    scores = centred @ centred[0]
    assert scores[0] > 3 * scores[1:].abs().max() / 2
