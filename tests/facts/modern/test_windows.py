"""What is behind the general sentences of docs/modern/windows.md."""

import pytest
import torch

from attention import (
    Attention,
    AttentionOnly,
    SlidingWindow,
    fit,
    said_twice,
    scaled_dot_product_attention,
    window_mask,
)
from attention.examples.repeated import said_twice_batches
from tests.facts.draw import draw
from tests.facts.modern.counted import multiply_adds


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(3))
def test_a_model_trained_with_windows_learns_to_pass_it_on(seed: int) -> None:
    torch.manual_seed(seed)
    model = AttentionOnly(16, 24, 32, 2, 2)
    for layer in model.layers:
        layer.mask = SlidingWindow(9)
    drawn = said_twice_batches(10_800, torch.Generator().manual_seed(seed))
    of_ten = (batch for batch in drawn if batch[0].shape[-1] == 19)
    fit(model, of_ten, learning_rate=0.004, pad_id=-1)
    ids = said_twice(100, 10, torch.Generator().manual_seed(10))
    right = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    assert right[:, 10:].double().mean() > 0.9


def test_the_mask_saves_no_multiplication() -> None:
    x = draw(0, 12, 8)
    for mask in (None, window_mask(12, window=4)):
        counted = multiply_adds(scaled_dot_product_attention, x, x, x, mask)
        assert counted == 2 * 12 * 12 * 8


def test_pairs_are_counted() -> None:
    for W in (1, 2, 5, 8):
        for T in range(W, 14):
            mask = window_mask(T, window=W)
            i, j = torch.arange(T)[:, None], torch.arange(T)
            assert torch.equal(mask, (i - W < j) & (j <= i))
            assert mask.sum() == W * T - W * (W - 1) // 2
            assert mask.sum(dim=-1).max() == W


def test_reach() -> None:
    for W in (1, 2, 4):
        for itself in (True, False):  # counted, or not
            step = window_mask(16, window=W if itself else W + 1)
            x = draw(W, 16, 8).requires_grad_()
            out, product = x, torch.eye(16)
            for k in (1, 2, 3):
                layer = Attention(8, 8, 16, 0.0, num_heads=2).double()
                layer.mask = SlidingWindow(W if itself else W + 1)
                out, product = out + layer(out), step.float() @ product
                (slopes,) = torch.autograd.grad(out[-1].sum(), x, retain_graph=True)
                read = slopes.abs().sum(dim=-1) > 0
                reach = k * (W - 1) if itself else k * W
                assert read.tolist() == [15 - i <= reach for i in range(16)]
                assert torch.equal(read, product[-1] > 0)
