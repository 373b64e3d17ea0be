"""What is behind the general sentences of docs/recap/one-page.md."""

import pytest
import torch

from attention import MultiHeadAttention
from tests.claims.quotes import derived, tested

derived(
    "Two rules to remember: the result has as many rows as there are queries, and the "
    "scores have as many columns as there are keys.",
    where="recap/one-page.md#every-shape",
)


@tested(
    "A word's result depends on other words through three steps: its query is "
    "compared with their keys, the softmax divides by a sum over all keys that it may "
    "attend to, and its weights mix their values.",
    "Projections, the division by √d_k and out_proj treat each word separately.",
)
def test_only_three_steps_couple_words() -> None:
    torch.manual_seed(0)
    x = torch.randn(5, 3, dtype=torch.float64)
    changed = x.clone()
    changed[4] += 1
    matrix = torch.randn(3, 3, dtype=torch.float64)
    assert torch.equal((changed @ matrix / 2)[:4], (x @ matrix / 2)[:4])
    scores, other = x @ x.T, x @ changed.T
    assert torch.equal(scores[0, :4], other[0, :4])  # one score changed
    weights, others = (torch.softmax(s, dim=-1)[0, :4] for s in (scores, other))
    assert not torch.isclose(weights, others).any()  # and every weight of the row


@tested(
    "The gradient reaches \\(\\query{W_Q}\\) and \\(\\key{W_K}\\) through the "
    "Jacobian of "
    "the softmax, \\(\\partial \\weight{\\alpha_i} / \\partial \\score{\\omega_j} = "
    "\\weight{\\alpha_i}(\\delta_{ij} - \\weight{\\alpha_j})\\).",
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
