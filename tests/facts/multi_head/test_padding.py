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
        "(So does `masked_attention_weights`.)",
    )
    says(
        "multi-head/padding",
        "Computed by hand, the row is `nan`.",
        "PyTorch's `scaled_dot_product_attention` (SDPA) returns zeros in version 2.13 on a CPU, and so does our function.",
        "A `nan` does not stay in its row: the gradient of the values becomes `nan` even if the loss leaves the row out, because zero times `nan` is `nan`.",
    )
    says(
        "recurrent/selecting",
        "A query without keys gets a context vector of zeros here, and one that reads the future is a leak.",
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
    says("multi-head/padding", "It is exactly zero at every padded position.")
    torch.manual_seed(0)
    layer, batch = CrossAttention(3, 4, 0.0, 2).double(), draw(0, 2, 6, 3)
    mask = mask_from_lengths(torch.tensor([3, 5]), num_tokens=6)
    layer(draw(1, 2, 4, 3), batch.requires_grad_(), mask=mask).square().sum().backward()
    learns = (batch.grad != 0).any(dim=-1)
    assert learns.tolist() == [[True] * 3 + [False] * 3, [True] * 5 + [False]]


def test_sdpa_takes_our_mask() -> None:
    says(
        "multi-head/padding",
        "If the queries and keys have no head axis, SDPA takes our mask as is.",
        "If they have one, the mask needs one too: `mask[:, None]`.",
    )
    mask = mask_from_lengths(torch.tensor([4, 1]), 4)
    sdpa = F.scaled_dot_product_attention
    x = draw(0, 2, 2, 4, 5)
    right = sdpa(x, x, x, mask[:, None])
    torch.testing.assert_close(right[1], x[1, :, :1].expand(2, 4, 5))
    torch.testing.assert_close(right[0], sdpa(x[0], x[0], x[0]))
    torch.testing.assert_close(sdpa(*3 * [x[:, 0]], mask), right[:, 0])
    # As many heads as sentences: without the axis it is wrong, and nothing is raised.
    assert not torch.allclose(sdpa(x, x, x, mask), right, atol=1e-3)
