"""What is behind the general sentences of docs/causal/mask.md."""

import torch
from torch import Tensor

from attention import causal_mask, scaled_dot_product_attention
from tests.facts.draw import draw


def renormalise(scores: Tensor) -> Tensor:
    masked = torch.softmax(scores, dim=-1) * torch.tril(torch.ones_like(scores))
    return masked / masked.sum(dim=-1, keepdim=True)


def test_both_ways_give_the_same_weights() -> None:
    for words, d_k in ((1, 2), (6, 2), (15, 9)):
        q, k = 2 * draw(words, 2, words, d_k)
        v = torch.eye(words).double()
        package, _ = scaled_dot_product_attention(q, k, v, causal_mask(words))
        omega = q @ k.T
        torch.testing.assert_close(renormalise(omega / d_k**0.5), package)
        e = torch.exp(omega / d_k**0.5)
        S = e.sum(dim=-1)
        alpha = e / S[:, None]
        for i in range(words):
            M = torch.tensor([0.0 if j <= i else -torch.inf for j in range(words)])
            masked = torch.exp(omega[i] / d_k**0.5 + M)
            torch.testing.assert_close(masked / masked.sum(), package[i])
            here = slice(i + 1)  # m <= i
            for share in (
                alpha[i, here] / alpha[i, here].sum(),
                (e[i, here] / S[i]) / (e[i, here] / S[i]).sum(),
                e[i, here] / e[i, here].sum(),
            ):
                torch.testing.assert_close(share, package[i, here])
