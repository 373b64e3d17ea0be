"""What is behind the general sentences of docs/recap/one-page.md."""

import pytest
import torch

from attention import (
    CrossAttention,
    MultiHeadAttention,
    attention_weights,
    context_vectors,
    scaled_attention_scores,
)
from tests.claims.recap.formulas import check_formulas


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_formulas(seed: int, between: bool) -> None:
    torch.manual_seed(seed)
    check_formulas(between)


@pytest.mark.parametrize("seed", range(3))
def test_only_three_steps_couple_words(seed: int) -> None:
    torch.manual_seed(seed)
    layer = CrossAttention(3, 4, 0.0, 1).double()
    x = torch.randn(5, 3, dtype=torch.float64)
    changed = x.clone()
    changed[4] += 1  # what does it change of the words 0 to 3?
    queries, keys, values = layer.W_query(x), layer.W_key(x), layer.W_value(x)
    for linear in (layer.W_query, layer.W_key, layer.W_value, layer.out_proj):
        rows = torch.randn(5, linear.in_features, dtype=torch.float64)
        alone = torch.stack([linear(row) for row in rows])
        torch.testing.assert_close(linear(rows), alone)
    scores = scaled_attention_scores(queries, keys)
    others = scaled_attention_scores(queries, layer.W_key(changed))
    differs = ~torch.isclose(scores, others)
    assert differs[:, 4].all()  # the score of its key, and no other
    assert not differs[:, :4].any()
    weights, reweighted = attention_weights(scores), attention_weights(others)
    assert not torch.isclose(weights, reweighted).any()  # every share of each row
    mixed = context_vectors(weights, layer.W_value(changed))
    assert not torch.isclose(mixed, context_vectors(weights, values)).any()


@pytest.mark.parametrize("seed", range(3))
def test_a_saturated_layer_trains_values_and_output(seed: int) -> None:
    torch.manual_seed(seed)
    layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
    with torch.no_grad():
        layer.W_query.weight *= 1e8
    layer(torch.randn(6, 3)).square().sum().backward()
    assert layer.W_query.weight.grad.abs().max() < 1e-6
    assert layer.W_key.weight.grad.abs().max() < 1e-6
    assert layer.W_value.weight.grad.abs().max() > 1e-3
    assert layer.out_proj.weight.grad.abs().max() > 1e-3
