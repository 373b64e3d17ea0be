"""Choosing keys: scores word by word, and the two places of the causal mask."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import attention as a
from tests.attention.expect import assert_close, numbered, random

D, HEADS, LONGEST = 12, 3, 13


def layer_of(top_k: int, **more: object) -> a.SelectiveAttention:
    heads = a.Attention(D, D, LONGEST, 0.0, HEADS, **more)
    return numbered(a.SelectiveAttention(heads, a.Indexer(D, 2, 5), top_k))


@settings(max_examples=60)
@given(
    top_k=st.integers(1, 12),
    num_queries=st.integers(1, 7),
    earlier=st.integers(0, 4),
    causal=st.booleans(),
    coarse=st.booleans(),
)
def test_each_query_keeps_its_best_keys_of_those_it_may_attend_to(
    top_k: int, num_queries: int, earlier: int, causal: bool, coarse: bool
):
    num_keys = num_queries + earlier
    scores = random(2, num_queries, num_keys)
    scores = scores.round() if coarse else scores  # many that are equal
    tie = -1e-9 * torch.arange(num_keys)  # the earlier one is kept
    allowed = torch.ones(num_queries, num_keys).bool()
    allowed = a.causal_mask(num_queries, num_keys) if causal else allowed
    kept = a.select_keys(scores, top_k, allowed if causal else None)
    assert not (kept & ~allowed).any()
    assert torch.equal(
        kept.sum(-1), allowed.sum(-1).clamp(max=top_k).expand(2, num_queries)
    )
    worst = (scores + tie).masked_fill(~kept, torch.inf).amin(dim=-1, keepdim=True)
    left = (scores + tie).masked_fill(kept | ~allowed, -torch.inf)
    assert (left < worst).all()


def test_all_keys_are_the_layer_alone_and_fewer_are_what_is_gathered():
    x = random(2, 11, D, seed=4)
    whole = layer_of(11)
    assert torch.equal(whole(x), whole.attention(x))
    layer = layer_of(4)
    queries, keys, values = layer.attention.project(x)
    scores = layer.indexer(x).masked_fill(~a.causal_mask(11), -torch.inf)
    outs = []
    for t in range(11):
        order = scores[:, t].argsort(dim=-1, descending=True, stable=True)
        best = order[:, : min(4, t + 1)]  # (2, kept)
        rows = best[:, None, :, None].expand(2, HEADS, -1, D // HEADS)
        contexts, _ = a.scaled_dot_product_attention(
            queries[:, :, t : t + 1], keys.gather(2, rows), values.gather(2, rows)
        )
        outs.append(layer.attention.out_proj(a.merge_heads(contexts)))
    assert_close(layer(x), torch.cat(outs, dim=1))


def test_its_weights_are_recorded_and_the_choice_has_no_gradient():
    layer, x = layer_of(4), random(2, 11, D, seed=4)
    with a.record_weights(layer) as weights:
        layer(x).sum().backward()
    kept = (weights["attention.attend"] > 0).sum(-1)
    assert torch.equal(kept, torch.arange(1, 12).clamp(max=4).expand(2, HEADS, 11))
    assert all(p.grad is None for p in layer.indexer.parameters())
    assert layer.attention.W_key.weight.grad is not None
