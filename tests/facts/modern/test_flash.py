"""What is behind the general sentences of docs/modern/flash.md."""

import torch
import torch.nn.functional as F
from torch.testing import assert_close

from attention import scaled_dot_product_attention, tiled_attention
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_gradient_of_a_score() -> None:
    """With these keys, the features of the query are its scaled scores."""
    says(
        "modern/flash",
        r"\[ \frac{\partial \ell}{\partial \score{\omega_j}} = \weight{\alpha_j} \Bigl( g \cdot \value{v_j} - \sum_k \weight{\alpha_k}\, g \cdot \value{v_k} \Bigr) = \weight{\alpha_j} \bigl( g \cdot \value{v_j} - g \cdot \context{z} \bigr) \]",
        r"If \(g\) is the gradient of a context vector \(\context{z} = \sum_j \weight{\alpha_j} \value{v_j}\), the gradient of each scaled score is",
    )
    omega, V, g = draw(0, 7), draw(1, 7, 4), draw(2, 4)
    keys = torch.eye(7).double() * 7**0.5
    alpha = omega.softmax(0)
    z = sum(alpha[j] * V[j] for j in range(7))
    over_keys = sum(alpha[k] * (g @ V[k]) for k in range(7))
    query = omega[None].requires_grad_()
    contexts = tiled_attention(query, keys, V, block_size=3)
    (slopes,) = torch.autograd.grad((contexts * g).sum(), query)
    for j in range(7):
        assert_close(slopes[0, j], alpha[j] * (g @ V[j] - over_keys))
        assert_close(slopes[0, j], alpha[j] * (g @ V[j] - g @ z))


def test_gradients_where_the_log_sum_exp_is_rounded() -> None:
    says(
        "modern/flash",
        "Very large scores are an exception: the log-sum-exp loses digits there, so in float32 the gradients are wrong, and on a CPU so are SDPA's.",
    )
    for dtype, right in ((torch.float32, False), (torch.float64, True)):
        query = torch.full((1, 1, 1, 1), 1e4, dtype=dtype)
        keys = torch.full((1, 1, 2, 1), 1e3, dtype=dtype)
        values = torch.tensor([1.0, 2.0], dtype=dtype).view(1, 1, 2, 1)
        given = [t.requires_grad_() for t in (query, keys, values)]
        plain, _ = scaled_dot_product_attention(*given)
        expected = torch.autograd.grad(plain.sum(), given)
        for attend in (tiled_attention, F.scaled_dot_product_attention):
            found = torch.autograd.grad(attend(*given).sum(), given)
            for one, other in ((found[1], expected[1]), (found[2], expected[2])):
                assert torch.allclose(one, other, rtol=0.2, atol=0) == right
