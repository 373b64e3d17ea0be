"""What is behind the general sentences of docs/mistakes/claims.md."""

import pytest
import torch

from attention import (
    CausalAttention,
    SelfAttentionV2,
    attention_weights,
    scaled_attention_scores,
)


@pytest.mark.parametrize("seed", range(10))
def test_at_equal_lengths_a_word_attends_most_to_itself(seed: int) -> None:
    torch.manual_seed(seed)
    x = torch.nn.functional.normalize(torch.randn(20, 5), dim=-1)
    assert torch.equal(attention_weights(x @ x.T).argmax(dim=-1), torch.arange(20))
    x[3] = x[7]  # equal words share the first rank
    weights = attention_weights(x @ x.T)
    torch.testing.assert_close(weights[7, 3], weights[7, 7])


def test_scaled_scores_of_ones_are_the_root() -> None:
    for width in (4, 64, 1024):
        ones = torch.ones(1, width)
        score = scaled_attention_scores(ones, ones).item()
        assert score == pytest.approx(width**0.5)


@pytest.mark.parametrize("d_in", [4, 64])
def test_the_bound_of_linear_depends_on_the_inputs_alone(d_in: int) -> None:
    torch.manual_seed(0)
    for d_out in (40, 320, 2048):
        largest = torch.nn.Linear(d_in, d_out).weight.detach().abs().max()
        assert 0.95 * d_in**-0.5 < largest <= d_in**-0.5


@pytest.mark.parametrize("seed", range(5))
def test_rows_move_with_the_words(seed: int) -> None:
    torch.manual_seed(seed)
    x, order = torch.randn(7, 4), torch.randperm(7)
    free, causal = SelfAttentionV2(4, 4), CausalAttention(4, 4, 7, 0.0)
    assert torch.allclose(free(x[order]), free(x)[order], atol=1e-5)
    assert not torch.allclose(causal(x[order]), causal(x)[order], atol=1e-3)
