"""What is behind the general sentences of docs/causal/mask.md."""

from itertools import pairwise

import pytest
import torch
from torch import Tensor

from attention import (
    SelfAttentionV1,
    SelfAttentionV2,
    causal_mask,
    inputs,
    masked_attention_weights,
    plane_keys,
    plane_queries,
    plane_values,
    scaled_dot_product_attention,
    seeded_scores,
)


def draw_scores(words: int, seed: int, spread: float = 1.0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    scores = torch.randn(words, words, generator=generator, dtype=torch.float64)
    return spread * scores


def hide(scores: Tensor) -> Tensor:
    blocked = torch.triu(torch.ones_like(scores), diagonal=1).bool()
    weights = torch.softmax(scores.masked_fill(blocked, -torch.inf), dim=-1)
    ours = masked_attention_weights(scores, causal_mask(len(scores)))
    torch.testing.assert_close(weights, ours)
    return weights


def renormalise(scores: Tensor) -> Tensor:
    masked = torch.softmax(scores, dim=-1) * torch.tril(torch.ones_like(scores))
    return masked / masked.sum(dim=-1, keepdim=True)


@pytest.mark.parametrize("seed", [0, 123, 789])
def test_seeded_scores_are_those_of_the_layer(seed: int) -> None:
    torch.manual_seed(seed)
    layer = SelfAttentionV2(3, 2)
    expected = layer.W_query(inputs) @ layer.W_key(inputs).T / 2**0.5
    torch.testing.assert_close(seeded_scores(SelfAttentionV2, seed), expected)


@pytest.mark.parametrize("words", [2, 6, 40])
def test_multiplied_rows_sum_to_less_than_one_except_the_last(words: int) -> None:
    for seed in range(20):
        weights = torch.softmax(draw_scores(words, seed), dim=-1)
        sums = weights.tril().sum(dim=-1)
        assert (sums[:-1] < 1).all()
        torch.testing.assert_close(sums[-1], torch.ones((), dtype=torch.float64))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
@pytest.mark.parametrize("words", [1, 6, 40])
def test_hidden_keys_get_nothing_and_count_for_nothing(
    words: int, dtype: torch.dtype
) -> None:
    for seed in range(20):
        scores = draw_scores(words, seed, spread=10.0).to(dtype)
        weights = hide(scores)
        assert (weights.triu(diagonal=1) == 0).all()
        for row in range(words):
            alone = torch.softmax(scores[row, : row + 1], dim=0)
            torch.testing.assert_close(weights[row, : row + 1], alone)
        assert (weights.float().sum(dim=-1) - 1).abs().max() < 0.02


@pytest.mark.parametrize(("words", "d_k"), [(1, 2), (6, 2), (15, 9)])
def test_both_ways_give_the_same_weights(words: int, d_k: int) -> None:
    for seed in range(10):
        torch.manual_seed(seed)
        q, k = 2 * torch.randn(2, words, d_k, dtype=torch.float64)
        v = torch.eye(words, dtype=torch.float64)
        package, _ = scaled_dot_product_attention(q, k, v, causal_mask(words))
        omega = q @ k.T
        torch.testing.assert_close(
            hide(omega / d_k**0.5), renormalise(omega / d_k**0.5)
        )
        e = torch.exp(omega / d_k**0.5)
        S = e.sum(dim=-1)
        alpha = e / S[:, None]
        for i in range(words):
            M = torch.tensor([0.0 if j <= i else -torch.inf for j in range(words)])
            masked = torch.exp(omega[i] / d_k**0.5 + M)
            torch.testing.assert_close(masked / masked.sum(), package[i])
            here = slice(i + 1)  # m <= i
            for share in (
                alpha[i, here] / alpha[i, here].sum(),
                (e[i, here] / S[i]) / (e[i, here] / S[i]).sum(),
                e[i, here] / e[i, here].sum(),
            ):
                torch.testing.assert_close(share, package[i, here])


def test_a_growing_sentence_moves_no_earlier_context() -> None:
    for parts in ((plane_queries, plane_keys, plane_values), torch.randn(3, 8, 4)):
        for masked in (True, False):
            grown = []
            for n in range(1, 9):
                mask, first = causal_mask(n), [part[:n] for part in parts]
                contexts, _ = scaled_dot_product_attention(
                    *first, mask if masked else None
                )
                grown.append(contexts)
            for before, after in pairwise(grown):
                assert torch.allclose(before, after[:-1], atol=1e-5) == masked


def test_weights_that_are_only_multiplied_depend_on_later_words() -> None:
    for seed in range(20):
        scores = draw_scores(6, seed)
        other = scores.clone()
        other[:, 5] += 1.0
        before, after = (torch.softmax(s, dim=-1).tril() for s in (scores, other))
        assert (before.triu(diagonal=1) == 0).all()
        assert (before[:5, 0] != after[:5, 0]).all()
        torch.testing.assert_close(renormalise(scores)[:5], renormalise(other)[:5])


@pytest.mark.parametrize("hidden", [-1e30, 0.0, 200.0, 1e30, torch.inf, torch.nan])
def test_a_hidden_score_has_no_effect_however_large(hidden: float) -> None:
    scores = draw_scores(6, 0).float()
    loud = scores.clone()
    loud[:5, 5] = hidden
    assert torch.equal(hide(scores), hide(loud))
    if hidden >= 200:
        assert renormalise(loud)[0].isnan().all()


@pytest.mark.parametrize("layer", [SelfAttentionV1, SelfAttentionV2])
def test_the_first_word_keeps_its_value_and_a_prefix_changes_its_own_rows(
    layer: type[SelfAttentionV1] | type[SelfAttentionV2],
) -> None:
    for seed in range(20):
        scores, values = seeded_scores(layer, seed), torch.randn(6, 4)
        causal = masked_attention_weights(scores, causal_mask(6))
        torch.testing.assert_close((causal @ values)[0], values[0])
        mask = causal_mask(6)
        mask[:, :3] = True
        prefix = masked_attention_weights(scores, mask)
        assert torch.equal(prefix[2:], causal[2:])
        assert (prefix[:2] != causal[:2]).any(dim=-1).all()
