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
from tests.claims.quotes import derived, tested
from tests.claims.recap.formulas import check_formulas

derived(
    "Two rules to remember: the result has as many rows as there are queries, and the "
    "scores have as many columns as there are keys.",
    where="recap/one-page.md#every-shape",
)


@tested(
    r"\(X = E_{\text{ids}} + P\)",
    r"\(\query{Q} = X\query{W_Q^\top}\), \(\key{K} = X\key{W_K^\top}\), "
    r"\(\value{V} = X\value{W_V^\top}\)",
    r"\(\score{\omega_{ij}} = \query{q_i} \cdot \key{k_j}\)",
    r"\(\context{z_i} = \sum_j \weight{\alpha_{ij}}\, \value{v_j}\)",
    r"\[ \context{Z} = \underbrace{\operatorname{softmax}\!\left(\frac{\query{Q}"
    r"\key{K^\top}}{\sqrt{d_k}} + M\right)}_{\weight{A}} \value{V} \qquad "
    r"\weight{\alpha_{ij}} = \frac{\exp\!\left(\score{\omega_{ij}}/\sqrt{d_k} + "
    r"M_{ij}\right)}{\sum_{l} \exp\!\left(\score{\omega_{il}}/\sqrt{d_k} + "
    r"M_{il}\right)} \]",
    r"\[ \operatorname{MultiHead}(X) = [\context{Z_1}, \ldots, \context{Z_h}]\, "
    r"W_O^\top + b_O \]",
    r"\[ \query{Q} = Y\query{W_Q^\top} \qquad \key{K} = X\key{W_K^\top} \qquad "
    r"\value{V} = X\value{W_V^\top} \]",
    r"The gradient reaches \(\query{W_Q}\) and \(\key{W_K}\) through the derivative "
    r"of the weights with respect to the scores, \(\partial \weight{\alpha_i} / "
    r"\partial \score{\omega_j} = \weight{\alpha_i}(\delta_{ij} - "
    r"\weight{\alpha_j}) / \sqrt{d_k}\).",
)
@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_formulas(seed: int, between: bool) -> None:
    torch.manual_seed(seed)
    check_formulas(between)


@tested(
    "A word's result depends on other words through three steps: its query is "
    "compared with their keys, the softmax divides by a sum over all keys that it may "
    "attend to, and its weights mix their values.",
    "Projections, the division by √d_k and out_proj treat each word separately.",
)
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


@tested(
    "It reaches \\(\\value{W_V}\\) and \\(W_O\\) without it, so those two learn even "
    "where the softmax is saturated.",
)
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
