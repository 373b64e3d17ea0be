"""What is behind the general sentences of docs/modern/windows.md."""

import pytest
import torch

from attention import (
    AttentionOnly,
    SlidingWindow,
    fit,
    said_twice,
    scaled_dot_product_attention,
    window_mask,
)
from attention.examples.repeated import said_twice_batches
from tests.claims.draw import draw
from tests.claims.modern.counted import multiply_adds


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
