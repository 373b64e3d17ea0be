"""What is behind the general sentences of docs/modern/windows.md."""

import torch

from attention import (
    Attention,
    SlidingWindow,
    scaled_dot_product_attention,
    window_mask,
)
from tests.facts.draw import draw
from tests.facts.modern.counted import multiply_adds
from tests.facts.says import says


def test_the_mask_saves_no_multiplication() -> None:
    says(
        "modern/windows",
        "A mask alone saves nothing: our function computes all the scores and then hides those outside the window.",
    )
    x = draw(0, 12, 8)
    for mask in (None, window_mask(12, window=4)):
        counted = multiply_adds(scaled_dot_product_attention, x, x, x, mask)
        assert counted == 2 * 12 * 12 * 8


def test_pairs_are_counted() -> None:
    says(
        "modern/windows",
        r"With \(T \ge W\) words there are \(W\,T - W(W-1)/2\) pairs, a number that grows linearly with \(T\), not quadratically.",
        r"A sliding window of \(W\) lets query \(i\) attend to key \(j\) if \(i - W < j \le i\):",
    )
    for W in (1, 2, 5, 8):
        for T in range(W, 14):
            mask = window_mask(T, window=W)
            i, j = torch.arange(T)[:, None], torch.arange(T)
            assert torch.equal(mask, (i - W < j) & (j <= i))
            assert mask.sum() == W * T - W * (W - 1) // 2
            assert mask.sum(dim=-1).max() == W


def test_reach() -> None:
    says(
        "modern/windows",
        r"Each layer adds \(W - 1\), so \(k\) layers reach \(k\,(W - 1)\) positions back.",
        r"If \(W\) does not count the word itself, \(k\) layers reach \(k\,W\) back.",
    )
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
