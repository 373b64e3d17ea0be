"""What is behind the general sentences of docs/modern/sinks.md."""

import math

import torch
from torch.testing import assert_close

from attention import (
    load_trained,
    record_weights,
    said_twice,
    scaled_attention_scores,
    scaled_dot_product_attention,
    sink_attention,
)
from tests.claims.draw import draw


def test_low_scores_without_and_with_a_sink() -> None:
    for words, score, share in ((4, -5.0, 0.97), (150, -5.0, 0.50), (4, 0.0, 0.2)):
        keys = torch.full((1, words, 1), score)
        given = torch.ones(1, 1, 1), keys, keys  # a query of 1
        _, plain = scaled_dot_product_attention(*given)
        assert_close(plain, torch.full((1, 1, words), 1 / words))
        _, weights = sink_attention(*given, torch.zeros(1))
        assert abs(1 - weights.sum().item() - share) < 0.005


def test_the_formulas() -> None:
    q, k, v = draw(0, 3, 1, 6, 4)
    plain, _ = scaled_dot_product_attention(q, k, v)
    for s in (-math.inf, -3.0, 0.0, 10.0):
        found, weights = sink_attention(q, k, v, torch.tensor([s]).double())
        for i, scores in enumerate(scaled_attention_scores(q, k)[0].tolist()):
            total = sum(math.exp(omega_ik) for omega_ik in scores)
            row = [math.exp(omega_ij) / (math.exp(s) + total) for omega_ij in scores]
            expected = torch.tensor(row, dtype=torch.float64)
            assert_close(weights[0, i], expected)
            ell_i = math.log(total)
            factor = math.exp(ell_i) / (math.exp(s) + math.exp(ell_i))
            assert math.isclose(factor, 1 / (1 + math.exp(-(ell_i - s))))
            sigma = torch.tensor(ell_i - s, dtype=torch.float64).sigmoid()
            assert math.isclose(factor, sigma.item())
            assert_close(found[0, i], factor * plain[0, i])


def test_a_value_of_ones_adds_the_weight_to_each_feature() -> None:
    q, k, v = draw(0, 3, 1, 6, 4)
    ours, _ = sink_attention(q, k, v, torch.full((1,), 2.0).double())
    column = torch.full((1, 6, 1), 2.0).double()
    weights = torch.cat([scaled_attention_scores(q, k), column], dim=-1).softmax(-1)
    for value in (0.0, 1.0):
        row = torch.full((1, 1, 4), value).double()
        found = weights @ torch.cat([v, row], dim=1)
        assert_close(found, ours + value * weights[..., -1:])


@torch.no_grad()
def test_the_trained_head() -> None:
    ids = said_twice(500, 10, torch.Generator().manual_seed(1))
    different = said_twice(500, 16, torch.Generator().manual_seed(1))[:, :16]
    assert all(len(set(row)) == 16 for row in different.tolist())
    model, lead = load_trained("induction"), torch.empty(0)

    def attend(q, k, v, mask, dropout):
        nonlocal lead
        scores = scaled_attention_scores(q, k).masked_fill(~mask, -torch.inf)
        best = scores[:, 0].topk(2, dim=-1).values
        lead = best[..., 0] - best[..., 1]
        sinks = torch.tensor([5.0, -torch.inf])
        return sink_attention(q, k, v, sinks, mask, dropout)

    def sums(ids: torch.Tensor) -> torch.Tensor:
        with record_weights(model) as weights:
            model(ids)
        return weights["layers.1.attend"][:, 0].sum(dim=-1)

    assert_close(sums(ids), torch.ones(500, 20))  # no sink yet
    model.layers[1].attend = attend
    right = model(ids)[:, 10:-1].argmax(dim=-1) == ids[:, 11:]
    assert right.double().mean() > 0.99
    kept = sums(ids)
    assert abs(kept[:, :10].mean() - 0.18) < 0.02
    assert abs(kept[:, 10:].mean() - 0.95) < 0.01
    assert lead[:, 10:].mean() > 3 > 2 > lead[:, 1:10].mean()
    assert abs(sums(different)[:, 10:].mean() - 0.30) < 0.02
    repeated = torch.cat([different[:, :10], different[:, :6]], dim=-1)
    assert sums(repeated)[:, 10:].mean() > 0.95


def test_a_sink_much_larger_than_the_log_sum_exp_leaves_nothing() -> None:
    q, k, v = draw(0, 3, 1, 6, 4)
    for wide in (1.0, 100.0):  # what counts is how far the sink is above
        ell = scaled_attention_scores(wide * q, k).logsumexp(dim=-1).max()
        found, _ = sink_attention(wide * q, k, v, ell[None] + 20)
        assert 0 < found.abs().max() < v.abs().max() * 1e-8
    large = torch.full((1,), 200.0)
    assert sink_attention(q, k, v, large)[0].abs().max() > 0
    assert (sink_attention(q.float(), k.float(), v.float(), large)[0] == 0).all()
