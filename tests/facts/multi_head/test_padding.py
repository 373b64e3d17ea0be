"""What is behind the general sentences of docs/multi-head/padding.md."""

import torch
import torch.nn.functional as F

from attention import CrossAttention, mask_from_lengths, scaled_dot_product_attention
from tests.facts.draw import draw
from tests.facts.says import says


def test_rows_without_a_true() -> None:
    """A row of -inf, by hand, in our function, and in torch's."""
    says(
        "causal/mask-conventions",
        "In torch 2.13, SDPA on a CPU returns zeros for a row that may attend to nothing.",
    )
    says(
        "multi-head/padding",
        "A `nan` does not stay in its row: the gradient of the values becomes `nan` even if the loss leaves the row out, because zero times `nan` is `nan`.",
    )
    Q, K = draw(0, 2, 5, 3)
    mask = torch.ones(5, 5).tril().bool()
    mask[2] = False
    hidden = (Q @ K.mT).masked_fill(~mask, -torch.inf)
    for attend, finite in (
        (lambda V: torch.softmax(hidden, dim=-1) @ V, False),
        (lambda V: scaled_dot_product_attention(Q, K, V, mask)[0], True),
        (lambda V: F.scaled_dot_product_attention(Q, K, V, mask), True),
    ):
        V = torch.ones(5, 3, dtype=torch.float64, requires_grad=True)
        contexts = attend(V)
        assert (contexts[2] == 0).all() if finite else contexts[2].isnan().all()
        contexts[0].sum().backward()  # the loss leaves the row out
        assert V.grad.isfinite().all() if finite else V.grad.isnan().all()


def test_padding_has_no_gradient() -> None:
    says("multi-head/padding", "The gradient is exactly zero at every padded position.")
    torch.manual_seed(0)
    layer, batch = CrossAttention(3, 4, 0.0, 2).double(), draw(0, 2, 6, 3)
    mask = mask_from_lengths(torch.tensor([3, 5]), num_tokens=6)
    layer(draw(1, 2, 4, 3), batch.requires_grad_(), mask=mask).square().sum().backward()
    learns = (batch.grad != 0).any(dim=-1)
    assert learns.tolist() == [[True] * 3 + [False] * 3, [True] * 5 + [False]]
