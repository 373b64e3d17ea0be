"""What is behind the general sentences of docs/recurrent/norms-and-gates.md."""

import math

import pytest
import torch
from torch.testing import assert_close

import attention as a
from tests.facts.draw import draw
from tests.facts.says import says

HEADS, D = 3, 5


def layer_of(seed: int = 0) -> a.Attention:
    torch.manual_seed(seed)
    return a.Attention(7, HEADS * D, 11, 0.0, HEADS).double()


def test_the_formulas_of_queries_and_keys_and_their_bound() -> None:
    says(
        "recurrent/norms-and-gates",
        r"\[ \query{q_i} = g \odot \mathrm{RMSNorm}(x_i\,W_\text{query}) \qquad \key{k_j} = g' \odot \mathrm{RMSNorm}(x_j\,W_\text{key}) \]",
        r"\[ \left| \frac{\query{q_i} \cdot \key{k_j}}{\sqrt{d}} \right| \le \sqrt{d}\, \max_f |g_f|\, \max_f |g'_f| \]",
    )
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
        scores = (found[0] @ found[1].mT).abs() / math.sqrt(D)
        assert scores.max() <= math.sqrt(D) * g.abs().max() * g_prime.abs().max()


def test_with_one_norm_for_all_heads_the_larger_bound_of_a_head_is_reached() -> None:
    says(
        "recurrent/norms-and-gates",
        r"With \(h\) heads, the bound of one head is now \(h\sqrt{d}\).",
    )
    alone = torch.zeros(1, HEADS * D).double()
    alone[0, :D] = 1  # one head has everything
    head = a.split_heads(a.rms_norm(alone, torch.ones(HEADS * D), 0.0), HEADS)[0]
    score = a.scaled_attention_scores(head, head).item()
    assert score == pytest.approx(HEADS * math.sqrt(D))


def test_the_formula_of_the_gate() -> None:
    says(
        "recurrent/norms-and-gates",
        r"\[ \mathrm{out} = \bigl(\mathrm{Concat}(\context{Z_1}, \dots, \context{Z_h}) \odot \sigma(x\,W_\text{gate})\bigr)\,W_\text{out} \]",
    )
    layer, x = a.GatedAttention(7, layer_of()).double(), draw(4, 11, 7)
    mask = a.causal_mask(11)
    contexts = [
        a.scaled_dot_product_attention(q, k, v, mask)[0]
        for q, k, v in zip(*layer.attention.project(x), strict=True)
    ]
    together = torch.cat(contexts, dim=-1)
    opened = 1 / (1 + torch.exp(-(x @ layer.W_gate.weight.T)))
    out = (together * opened) @ layer.out_proj.weight.T + layer.out_proj.bias
    assert_close(layer(x), out)
