"""What is behind the general sentences of docs/recurrent/norms-and-gates.md."""

import math

import pytest
import torch
from torch import nn
from torch.testing import assert_close

import attention as a
from tests.claims.draw import draw

HEADS, D = 3, 5


def layer_of(seed: int = 0) -> a.MultiHeadAttention:
    torch.manual_seed(seed)
    return a.MultiHeadAttention(7, HEADS * D, 11, 0.0, HEADS).double()


def test_the_formulas_of_queries_and_keys_and_their_bound() -> None:
    for seed in range(20):
        layer, x = layer_of(seed), draw(seed, 11, 7)
        weights = layer.W_query.weight.clone(), layer.W_key.weight.clone()
        a.add_qk_norm(layer, lambda width: a.RMSNorm(width, eps=0.0)).double()
        g, g_prime = 3 * draw(seed + 100, 2, D)
        layer.W_query.norm.scale.data, layer.W_key.norm.scale.data = g, g_prime
        found = [vectors.detach() for vectors in layer.project(x)[:2]]
        for h in range(HEADS):
            rows = slice(h * D, (h + 1) * D)
            for of, scale, weight in zip(found, (g, g_prime), weights, strict=True):
                projected = x @ weight[rows].T
                by_hand = projected / projected.square().mean(-1, keepdim=True).sqrt()
                assert_close(of[h], scale * by_hand)
            for q_i in found[0][h]:
                for k_j in found[1][h]:
                    score = abs(float(q_i @ k_j) / math.sqrt(D))
                    most = math.sqrt(D) * float(g.abs().max() * g_prime.abs().max())
                    assert score <= most


def test_scores_grow_with_the_square_of_the_matrices_and_normed_ones_do_not() -> None:
    x = draw(1, 11, 7)
    for norm in (None, lambda width: a.RMSNorm(width, eps=0.0)):
        found = []
        for factor in (1, 10):
            layer = layer_of()
            layer.W_query.weight.data *= factor
            layer.W_key.weight.data *= factor
            if norm is not None:
                a.add_qk_norm(layer, norm).double()
            found.append(a.scaled_attention_scores(*layer.project(x)[:2]))
        assert_close(found[1], found[0] * (100 if norm is None else 1))


def test_with_one_norm_for_all_heads_the_bound_of_a_head_is_larger_and_reached() -> (
    None
):
    for seed in range(50):
        x = draw(seed, 11, HEADS * D) * draw(seed + 1, HEADS * D).exp()
        rows = a.rms_norm(x, torch.ones(HEADS * D), eps=0.0)
        heads = a.split_heads(rows, HEADS)
        scores = a.scaled_attention_scores(heads, heads)
        assert scores.max() <= HEADS * math.sqrt(D) * (1 + 1e-12)
    alone = torch.zeros(1, HEADS * D).double()
    alone[0, :D] = 1  # one head has everything
    head = a.split_heads(a.rms_norm(alone, torch.ones(HEADS * D), 0.0), HEADS)[0]
    score = a.scaled_attention_scores(head, head).item()
    assert score == pytest.approx(HEADS * math.sqrt(D))


def test_norm_and_rotation_commute_where_the_scales_of_a_pair_are_equal() -> None:
    x, positions = draw(2, 11, 6), torch.arange(11)
    halves = draw(4, 3)  # features 0 and 3 are rotated together, 1 and 4, 2 and 5
    for scale, same in ((torch.cat([halves, halves]), True), (draw(3, 6), False)):
        before = a.rotate(a.rms_norm(x, scale), positions)
        after = a.rms_norm(a.rotate(x, positions), scale)
        assert torch.allclose(before, after) == same


def gated_of(d_in: int = 7) -> a.GatedAttention:
    return a.GatedAttention(d_in, layer_of()).double()


def test_the_formula_of_the_gate() -> None:
    layer, x = gated_of(), draw(4, 11, 7)
    queries, keys, values = layer.attention.project(x)
    mask = a.causal_mask(11)
    contexts = [
        a.scaled_dot_product_attention(q, k, v, mask)[0]
        for q, k, v in zip(queries, keys, values, strict=True)
    ]
    together = torch.cat(contexts, dim=-1)
    opened = 1 / (1 + torch.exp(-(x @ layer.W_gate.weight.T)))
    out = (together * opened) @ layer.out_proj.weight.T + layer.out_proj.bias
    assert_close(layer(x), out)


def test_one_token_is_linear_without_a_gate_and_not_with_one() -> None:
    gated = gated_of()
    nn.init.zeros_(gated.out_proj.bias)
    x, y = draw(5, 2, 100, 1, 7)
    for layer, linear in (
        (lambda x: gated.out_proj(gated.attention(x)), True),
        (gated, False),
    ):
        total = layer(x) + layer(y)
        assert torch.allclose(layer(x + y), total, atol=1e-9) == linear
        assert torch.allclose(layer(3 * x), 3 * layer(x), atol=1e-9) == linear


def test_the_results_of_one_head_span_no_more_dimensions_with_a_gate() -> None:
    for seed in range(10):
        torch.manual_seed(seed)
        heads = a.MultiHeadAttention(17, HEADS * D, 11, 0.0, HEADS)
        gated = a.GatedAttention(17, heads).double()
        gated.out_proj.weight.data[:, D:] = 0
        nn.init.zeros_(gated.out_proj.bias)
        out = gated(draw(seed, 20, 11, 17)).flatten(0, 1)
        assert torch.linalg.matrix_rank(out) == D


def test_the_gate_of_a_sink_opens_as_any_score_rises() -> None:
    q, v = draw(7, 2, 1, 1, D).abs()  # the one key is the query, so scores are above 0
    sink = torch.zeros(1).double()
    opened = [a.sink_attention(c * q, c * q, v, sink)[0] / v for c in (0.5, 1, 2)]
    assert (opened[0] < opened[1]).all()
    assert (opened[1] < opened[2]).all()
    scores = draw(8, 11)
    for j in range(11):
        higher = scores + torch.eye(11).double()[j]
        assert higher.logsumexp(0) > scores.logsumexp(0)
