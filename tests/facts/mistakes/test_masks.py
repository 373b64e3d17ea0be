"""What is behind the general sentences of docs/mistakes/masks.md."""

import pytest
import torch
from torch.nn import MultiheadAttention
from torch.nn.functional import scaled_dot_product_attention
from torch.testing import assert_close

from tests.facts.draw import draw
from tests.facts.says import says


def test_slips_that_give_no_nan() -> None:
    says(
        "mistakes/masks",
        "With the triangle upside down, `triu` for `tril` where ones allow, each word attends to itself and to later words.",
        r"With plus a large number in place of \(-\infty\), a word attends only to what should be hidden, except for the last word, for which nothing is hidden.",
    )
    scores, ones = draw(0, 6, 6), torch.ones(6, 6).bool()
    upside = scores.masked_fill(~ones.triu(), -torch.inf).softmax(dim=-1)
    assert torch.equal(upside > 0, ones.triu())
    plus = scores.masked_fill(ones.triu(1), 1e9).softmax(dim=-1)
    assert torch.equal(plus[:-1] > 0, ones.triu(1)[:-1])
    assert_close(plus[-1], scores[-1].softmax(dim=-1))


def test_the_first_row_without_itself() -> None:
    says(
        "mistakes/masks",
        r"With a large negative number in place of \(-\infty\), the first mask gives no `nan`: all scores of the first row are hidden equally, so its weights are even, and *your* attends to every word of the sentence.",
        "In torch's fused call on a CPU, the first row is zero.",
    )
    scores, allowed = draw(0, 6, 6), torch.ones(6, 6).tril(-1).bool()
    weights = scores.masked_fill(~allowed, -1e9).softmax(dim=-1)
    assert_close(weights[0], torch.full((6,), 1 / 6).double())
    q, k, v = draw(1, 3, 1, 6, 4)
    out = scaled_dot_product_attention(q, k, v, attn_mask=allowed)[0]
    assert not out[0].any()
    assert out[1:].any(dim=-1).all()


def test_whole_numbers_inverted() -> None:
    says(
        "mistakes/masks",
        r"For a tensor of whole numbers such as `int64`, it inverts each bit: 1 becomes \(-2\), and 0 becomes \(-1\).",
        "`masked_fill` refuses whole numbers, but `.bool()` makes True of both:",
        r"Filled with one large negative number, all scores of a row are equal, and so are its weights; with \(-\infty\), they are `nan`.",
    )
    mask = torch.tensor([1, 1, 0])
    assert (~mask).tolist() == [-2, -2, -1]
    scores, hidden = draw(0, 3, 3), (~mask).bool()
    with pytest.raises(RuntimeError, match="boolean masks"):
        scores.masked_fill(~mask, 0.0)
    even = scores.masked_fill(hidden, -1e9).softmax(dim=-1)
    assert_close(even, torch.full((3, 3), 1 / 3).double())
    assert scores.masked_fill(hidden, -torch.inf).softmax(dim=-1).isnan().all()


def test_masks_repeated_in_the_order_of_the_heads() -> None:
    says(
        "mistakes/masks",
        "`repeat_interleave` keeps the masks of a sentence's heads together, as the layer does with the heads.",
        "`repeat(2, 1, 1)` returns the same shape and raises no error, but then the second head of the first sentence gets the mask of the second sentence.",
    )
    torch.manual_seed(0)
    layer, x = MultiheadAttention(4, 2, batch_first=True), torch.randn(2, 3, 4)
    masks = torch.stack([torch.ones(3, 3).triu(1), torch.zeros(3, 3)]).bool()

    def weights(mask: torch.Tensor) -> torch.Tensor:
        return layer(x, x, x, attn_mask=mask, average_attn_weights=False)[1]

    right = weights(masks.repeat_interleave(2, dim=0)) == 0
    assert torch.equal(right, masks[:, None].expand(2, 2, 3, 3))
    assert torch.equal((weights(masks.repeat(2, 1, 1)) == 0)[0, 1], masks[1])
