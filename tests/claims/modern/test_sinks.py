"""What is behind the general sentences of docs/modern/sinks.md."""

import math

import pytest
import torch

from attention import (
    causal_mask,
    load_trained,
    record_weights,
    said_twice,
    scaled_attention_scores,
    scaled_dot_product_attention,
    sink_attention,
    window_mask,
)


def seeded(seed: int, *shape: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


@pytest.mark.parametrize("shift", [-50.0, -5.0, 0.0, 5.0])
def test_low_scores_without_and_with_a_sink(shift: float) -> None:
    scores = seeded(0, 7)
    plain = torch.softmax(scores + shift, dim=-1)
    torch.testing.assert_close(plain, torch.softmax(scores, dim=-1))
    torch.testing.assert_close(plain.sum(), torch.ones(()).double())
    quarters = torch.softmax(torch.full((4,), shift), dim=-1)
    torch.testing.assert_close(quarters, torch.full((4,), 0.25))
    for words, share in ((4, 0.97), (150, 0.50), (100_000, 0.0015)):
        low = torch.full((1, words, 1), -5.0).double()  # scores of a query of 1
        _, weights = sink_attention(low[:, :1] / -5, low, low, torch.zeros(1))
        assert abs(1 - weights.sum().item() - share) < 0.005


@pytest.mark.parametrize("s", [-3.0, 0.0, 2.0, 10.0])
def test_the_formulas(s: float) -> None:
    q, k, v = seeded(0, 3, 1, 6, 4)
    _, weights = sink_attention(q, k, v, torch.tensor([s]).double())
    for i, scores in enumerate(scaled_attention_scores(q, k)[0].tolist()):
        total = sum(math.exp(omega_ik) for omega_ik in scores)
        row = [math.exp(omega_ij) / (math.exp(s) + total) for omega_ij in scores]
        torch.testing.assert_close(
            weights[0, i], torch.tensor(row, dtype=torch.float64)
        )
        ell_i = math.log(total)
        factor = math.exp(ell_i) / (math.exp(s) + math.exp(ell_i))
        assert math.isclose(factor, 1 / (1 + math.exp(-(ell_i - s))))
        sigmoid = torch.tensor(ell_i - s, dtype=torch.float64).sigmoid()
        assert math.isclose(factor, sigmoid.item())


@pytest.mark.parametrize("sink", [-3.0, 0.0, 2.0, 10.0])
def test_the_factor(sink: float) -> None:
    for seed in range(5):
        q, k, v = seeded(seed, 3, 2, 6, 4)
        sinks = torch.tensor([sink, sink + 1], dtype=torch.float64)
        mask = causal_mask(6)
        plain, shares = scaled_dot_product_attention(q, k, v, mask)
        scores = scaled_attention_scores(q, k).masked_fill(~mask, -torch.inf)
        kept = torch.sigmoid(scores.logsumexp(dim=-1) - sinks[:, None])[..., None]
        found, weights = sink_attention(q, k, v, sinks, mask)
        torch.testing.assert_close(found, kept * plain)
        torch.testing.assert_close(weights, kept * shares)
        assert (weights.sum(dim=-1) < 1).all()
        column = sinks[:, None, None].expand(2, 6, 1)
        full = torch.softmax(torch.cat([scores, column], dim=-1), dim=-1)
        torch.testing.assert_close(1 - weights.sum(dim=-1), full[..., -1])


def test_a_sink_is_a_key_whose_value_is_zero() -> None:
    for seed in range(5):
        q, k, v = seeded(seed, 3, 1, 6, 4)
        ours, _ = sink_attention(q, k, v, torch.full((1,), 2.0).double())
        scores = scaled_attention_scores(q, k)
        more = torch.cat([scores, torch.full((1, 6, 1), 2.0).double()], dim=-1)
        weights = torch.softmax(more, dim=-1)
        for value in (0.0, 1.0):
            row = torch.full((1, 1, 4), value).double()
            found = weights @ torch.cat([v, row], dim=1)
            torch.testing.assert_close(found, ours + value * weights[..., -1:])


@pytest.mark.parametrize("seed", [0, 1, 2])
@torch.no_grad()
def test_the_trained_head(seed: int) -> None:
    ids = said_twice(500, 10, torch.Generator().manual_seed(seed))
    different = said_twice(500, 16, torch.Generator().manual_seed(seed))[:, :16]
    assert all(len(set(row)) == 10 for row in ids[:, :10].tolist())
    assert all(len(set(row)) == 16 for row in different.tolist())
    sums, gap = {}, torch.empty(0)
    for sink in (-torch.inf, 5.0):
        sinks = torch.tensor([sink, -torch.inf])

        def attend(q, k, v, mask, dropout, sinks=sinks):
            nonlocal gap
            scores = scaled_attention_scores(q, k).masked_fill(~mask, -torch.inf)
            best = scores[:, 0].topk(2, dim=-1).values
            gap = best[..., 0] - best[..., 1]
            return sink_attention(q, k, v, sinks, mask, dropout)

        model = load_trained("induction")
        model.layers[1].attend = attend
        with record_weights(model) as weights:
            right = model(ids)[:, 10:-1].argmax(dim=-1) == ids[:, 11:]
        assert right.double().mean() > 0.99
        sums[sink] = weights["layers.1.attend"][:, 0].sum(dim=-1)
    assert torch.allclose(sums[-torch.inf], torch.ones(500, 20), atol=1e-5)
    assert abs(sums[5.0][:, :10].mean() - 0.18) < 0.02
    assert abs(sums[5.0][:, 10:].mean() - 0.95) < 0.01
    assert gap[:, 10:].mean() > 3 > 2 > gap[:, 1:10].mean()
    with record_weights(model) as weights:
        model(different)
    kept = weights["layers.1.attend"][:, 0].sum(dim=-1)
    assert abs(kept[:, 10:].mean() - 0.30) < 0.02
    with record_weights(model) as weights:
        model(torch.cat([different[:, :10], different[:, :6]], dim=-1))
    assert weights["layers.1.attend"][:, 0].sum(dim=-1)[:, 10:].mean() > 0.95


def test_the_first_words_are_kept() -> None:
    first = causal_mask(8) & (torch.arange(8) < 1)
    mask = window_mask(8, window=3) | first
    assert mask[:, 0].all()
    assert mask.sum(dim=-1).tolist() == [1, 2, 3, 4, 4, 4, 4, 4]


def test_extremes() -> None:
    q, k, v = seeded(0, 3, 1, 6, 4)
    plain, _ = scaled_dot_product_attention(q, k, v)
    none, _ = sink_attention(q, k, v, torch.full((1,), -torch.inf).double())
    torch.testing.assert_close(none, plain)
    last = plain.abs().max()
    for sink in (10.0, 20.0, 40.0):
        found, _ = sink_attention(q, k, v, torch.full((1,), sink).double())
        assert found.abs().max() < last / 100
        last = found.abs().max()
    for wide in (1.0, 100.0):  # what counts is how far the sink is above
        lse = scaled_attention_scores(wide * q, k).logsumexp(dim=-1).max()
        found, _ = sink_attention(wide * q, k, v, lse[None] + 20)
        assert found.abs().max() < v.abs().max() * 1e-8
    large = torch.full((1,), 200.0)
    assert sink_attention(q, k, v, large)[0].abs().max() > 0
    assert sink_attention(*(t.float() for t in (q, k, v)), large)[0].abs().max() == 0
    _, weights = sink_attention(q, k, v, torch.zeros(1).double())
    exps = scaled_attention_scores(q, k).exp()
    torch.testing.assert_close(weights, exps / (1 + exps.sum(dim=-1, keepdim=True)))
