"""What is behind the general sentences of docs/mistakes/claims.md."""

import pytest
import torch

from tests.claims.quotes import tested


@tested(
    "The claim holds for attention without trained weights if all vectors have the "
    "same length:"
)
@pytest.mark.parametrize("seed", range(10))
def test_at_equal_lengths_a_word_attends_most_to_itself(seed: int) -> None:
    torch.manual_seed(seed)
    x = torch.nn.functional.normalize(torch.randn(20, 5), dim=-1)
    assert torch.equal((x @ x.T).argmax(dim=-1), torch.arange(20))


@tested("And let \\(d\\) grow: the scaled score of two vectors of ones grows with it.")
def test_scaled_scores_of_ones_are_the_root() -> None:
    for width in (4, 64, 1024):
        ones = torch.ones(width)
        assert float(ones @ ones / width**0.5) == pytest.approx(width**0.5)


@tested(
    "The weights of nn.Linear stay level, on the line for one over the square "
    "root: their bound depends on d_in only."
)
@pytest.mark.parametrize("d_in", [4, 64])
def test_the_bound_of_linear_depends_on_the_inputs_alone(d_in: int) -> None:
    for d_out in (4, 320, 2048):
        weight = torch.nn.Linear(d_in, d_out).weight.detach()
        assert weight.abs().max() <= d_in**-0.5


@tested("Without positions and without a mask, attention is equivariant.")
@pytest.mark.parametrize("seed", range(5))
def test_rows_move_with_the_words(seed: int) -> None:
    torch.manual_seed(seed)
    x, order = torch.randn(7, 4, dtype=torch.float64), torch.randperm(7)
    matrices = torch.randn(3, 4, 4, dtype=torch.float64)

    def attention(words: torch.Tensor) -> torch.Tensor:
        q, k, v = (words @ matrix for matrix in matrices)
        return torch.softmax(q @ k.T / 2, dim=-1) @ v

    assert torch.allclose(attention(x[order]), attention(x)[order])
