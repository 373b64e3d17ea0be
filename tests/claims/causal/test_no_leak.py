"""What is behind the general sentences of docs/causal/no-leak.md."""

import torch
from torch import Tensor
from torch.autograd.functional import jacobian

from attention import CausalAttention
from tests.claims.draw import draw


def layer_of(seed: int, width: int = 3) -> CausalAttention:
    torch.manual_seed(seed)
    return CausalAttention(width, width, 8, 0.0).double()


def test_the_context_of_each_word_as_a_sum() -> None:
    for d_k in (1, 3, 8):
        layer, x = layer_of(0, d_k), draw(1, 6, d_k)
        q, k, v = layer.W_query(x), layer.W_key(x), layer.W_value(x)
        for i, z_i in enumerate(layer(x)):
            e = [torch.exp(torch.dot(q[i], k[m]) / d_k**0.5) for m in range(i + 1)]
            summed = sum(e[j] / sum(e) * v[j] for j in range(i + 1))
            torch.testing.assert_close(z_i, summed)


def test_slopes_to_later_words() -> None:
    layer, x = layer_of(0), draw(0, 6, 3)

    def leaky(x: Tensor) -> Tensor:
        scores = layer.W_query(x) @ layer.W_key(x).T
        return torch.softmax(scores, dim=-1).tril() @ layer.W_value(x)

    later = torch.ones(6, 6).triu(diagonal=1).bool()
    for function, leaks in ((layer, False), (leaky, True)):
        reach = torch.linalg.vector_norm(jacobian(function, x), dim=(1, 3))
        assert ((reach > 0) == (leaks | ~later)).all()
    step = 1e-6 * draw(1, 3)  # of the last word
    moved = leaky(torch.cat([x[:5], x[5:] + step])) - leaky(x)
    assert (moved.norm(dim=-1) <= step.norm() * reach[:, 5] * 1.001).all()


def test_order_reaches_the_last_word_through_a_second_layer() -> None:
    for seed in range(5):
        first, second, x = layer_of(seed), layer_of(seed + 50), draw(seed, 6, 3)
        backwards = x[[4, 3, 2, 1, 0, 5]]  # the last stays
        torch.testing.assert_close(first(x)[-1], first(backwards)[-1])
        two = second(first(x))[-1], second(first(backwards))[-1]
        assert not torch.allclose(*two, rtol=0, atol=1e-6)
        first.mask.fill_(True)  # the cause taken away
        two = second(first(x))[-1], second(first(backwards))[-1]
        torch.testing.assert_close(*two)
