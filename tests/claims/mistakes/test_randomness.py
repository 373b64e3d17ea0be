"""What is behind the general sentences of docs/mistakes/randomness.md."""

import pytest
import torch
from torch import Tensor
from torch.nn import functional as F
from torch.utils.data import DataLoader

from attention import SelfAttentionV2, inputs, scaled_dot_product_attention


def test_functions_have_no_mode() -> None:
    x = torch.ones(1, 50, 8)
    assert not torch.equal(F.scaled_dot_product_attention(x, x, x, dropout_p=0.5), x)
    assert (F.dropout(x, 0.5) == 0).any()
    assert torch.equal(F.dropout(x, 0.5, training=False), x)


@pytest.mark.parametrize("seed", range(5))
def test_equal_matrices_make_scores_symmetric_and_weights_not(seed: int) -> None:
    torch.manual_seed(seed)
    layer = torch.nn.Linear(3, 2, bias=False)
    q = k = layer(inputs)
    assert torch.allclose(q @ k.T, (q @ k.T).T, atol=1e-5)
    _, weights = scaled_dot_product_attention(q, k, inputs)
    assert not torch.allclose(weights, weights.T, atol=1e-4)


@pytest.mark.parametrize("small", [1, 5, 15, 16, 17, 33])
def test_rand_continues_what_randn_does_not(small: int) -> None:
    def first(draw, size: int) -> torch.Tensor:
        torch.manual_seed(123)
        return draw(size)[:small]

    for size in (small + 1, 40, 1000):
        assert torch.equal(first(torch.rand, small), first(torch.rand, size))
    assert not torch.equal(first(torch.randn, 15)[:1], first(torch.randn, 16)[:1])


@pytest.mark.parametrize("size", [17, 18, 31, 40])
def test_only_the_last_sixteen_are_drawn_again(size: int) -> None:
    torch.manual_seed(123)
    whole = torch.randn(16 * (size // 16 + 1))
    torch.manual_seed(123)
    part = torch.randn(size)
    kept = size - 16
    assert torch.equal(part[:kept], whole[:kept])
    assert not torch.equal(part[kept:], whole[kept:size])


def test_making_draws_and_calling_does_not() -> None:
    before = torch.get_rng_state()
    layer = SelfAttentionV2(3, 2)
    made = torch.get_rng_state()
    layer(inputs)
    assert not torch.equal(before, made)
    assert torch.equal(made, torch.get_rng_state())
    loader = DataLoader([0.0, 1.0], shuffle=False)
    for draw in (lambda: F.dropout(inputs), lambda: torch.rand(1), lambda: [*loader]):
        before = torch.get_rng_state()
        draw()
        assert not torch.equal(before, torch.get_rng_state())


def test_one_cell_with_one_seed() -> None:
    def cell() -> tuple[Tensor, Tensor]:
        torch.manual_seed(123)
        return torch.randn(64, 64), torch.randn(64, 64)

    (x, weights), again = cell(), cell()
    assert torch.stack([x.flatten(), weights.flatten()]).corrcoef()[0, 1] < 0.1
    assert torch.equal(torch.stack([x, weights]), torch.stack(again))
