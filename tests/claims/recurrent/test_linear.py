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
    """Seeds other than the page's. Features that spread more make a larger share."""
    for seed in range(50):
        keys = random(1024, 64, seed=seed)
        exponentials = torch.exp(keys @ keys[0] / 8)
        features = elu_plus_one(keys) @ elu_plus_one(keys[0])
        share, other = (each[0] / each.sum() for each in (exponentials, features))
        assert other < 2 / 1024
        assert share > 20 * other
        wide = elu_plus_one(9 * keys) @ elu_plus_one(9 * keys[0])
        assert wide[0] / wide.sum() > 2 / 1024


def test_a_longer_query_has_a_larger_lead():
    for seed in range(50):
        keys = random(1024, 64, seed=seed)
        leads = []
        for longer in (0.8, 1.0, 1.2):
            keys[0] *= longer * 8 / keys[0].norm()
            exponentials = torch.exp(keys @ keys[0] / 8)
            leads.append(exponentials[0] / exponentials[1:].mean())
        assert leads == sorted(leads)


def test_without_their_mean_the_features_of_a_match_stand_out():
    """All features are positive, and without that pairs have little in common."""
    keys = random(1024, 64)
    centred = elu_plus_one(keys) - elu_plus_one(keys).mean()
    scores = centred @ centred[0]
    assert scores[0] > 3 * scores[1:].abs().max() / 2
