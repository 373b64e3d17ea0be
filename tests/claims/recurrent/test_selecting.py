"""What is behind the general sentences of docs/recurrent/selecting.md."""

import pytest
import torch
from torch.testing import assert_close

from attention import (
    causal_mask,
    index_scores,
    latent_costs,
    scaled_dot_product_attention,
    select_keys,
)
from tests.claims.draw import draw


def test_without_relu_the_heads_are_one_head() -> None:
    q, k, w = draw(0, 3, 5, 7), draw(1, 11, 7), draw(2, 5, 3)
    linear = torch.einsum("hqd,kd,qh->qk", q, k, w)
    assert_close(linear, torch.einsum("hqd,qh->qd", q, w) @ k.T)
    rectified = index_scores(q, k, w)
    assert not torch.allclose(rectified, linear)
    assert torch.linalg.matrix_rank(index_scores(q[..., :1], k[..., :1], w)) > 1


@pytest.mark.parametrize("seed", range(10))
def test_the_two_traps_of_the_causal_mask(seed: int) -> None:
    scores, mask, top_k = draw(seed, 64, 64), causal_mask(64), 8

    def best(scores: torch.Tensor) -> torch.Tensor:
        chosen = scores.topk(top_k, dim=-1).indices
        return torch.zeros(64, 64).bool().scatter(-1, chosen, True)

    late, open_ = best(scores) & mask, best(scores.masked_fill(~mask, -torch.inf))
    assert (late.sum(-1) < mask.sum(-1).clamp(max=top_k)).sum() > 20
    future = (open_ & ~mask).any(dim=1)
    assert future.tolist() == [True] * (top_k - 1) + [False] * (64 - top_k + 1)
    v = draw(seed + 1, 64, 3)
    contexts, _ = scaled_dot_product_attention(v, v, v, late)
    assert not contexts[~late.any(dim=1)].any()
    right = select_keys(scores, top_k, mask)
    assert torch.equal(right.sum(-1), mask.sum(-1).clamp(max=top_k))


@pytest.mark.parametrize("seed", range(5))
def test_larger_blocks_find_fewer_needles_until_they_keep_much_of_the_text(
    seed: int,
) -> None:
    keys, found = draw(seed, 4096, 64), []
    for size in (1, 4, 8, 16, 32, 128, 256, 512):
        means = keys.unflatten(0, (-1, size)).mean(dim=1)
        best = (keys @ means.T).topk(8, dim=-1).indices
        own = torch.arange(4096) // size
        found.append((best == own[:, None]).any(dim=1).double().mean().item())
    assert found[0] > 0.99
    assert found[:5] == sorted(found[:5], reverse=True)
    assert found[5:] == sorted(found[5:])
    assert found[4] < found[5]
    assert found[-1] == 1  # all eight blocks are chosen


def test_choosing_pays_from_one_number_of_tokens_on() -> None:
    per_key = latent_costs(7168, 128, 128, 512, 64, query_dim=1536).per_key
    for n in range(1, 10_000):
        chosen = n * 64 * 128 + min(n, 2048) * per_key
        assert (chosen < n * per_key) == (n > 2176)
        assert (chosen == n * per_key) == (n == 2176)
