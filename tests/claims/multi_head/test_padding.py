"""What is behind the general sentences of docs/multi-head/padding.md."""

import torch
import torch.nn.functional as F

from attention import scaled_dot_product_attention
from tests.claims.draw import draw


def test_rows_without_a_true() -> None:
    """A row of -inf, by hand, in our function, and in torch's."""
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
