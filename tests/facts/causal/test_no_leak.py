"""What is behind the general sentences of docs/causal/no-leak.md."""

import torch

from attention import CausalAttention
from tests.facts.draw import draw
from tests.facts.says import says


def layer_of(seed: int, width: int = 3) -> CausalAttention:
    torch.manual_seed(seed)
    return CausalAttention(width, width, 8, 0.0).double()


def test_order_reaches_the_last_word_through_a_second_layer() -> None:
    says(
        "causal/no-leak",
        "In a single layer, the words before step enter its vector only through sums, where order does not matter, so all 120 orders give step the same vector, up to rounding.",
        "With two layers that is no longer true, because the first layer gives the earlier words vectors that depend on their predecessors.",
    )
    says(
        "models/known-entropy",
        "One block's attention without positions is a weighted sum in which only the words count, not their order, so both get the same logits.",
    )
    for seed in range(5):
        first, second, x = layer_of(seed), layer_of(seed + 50), draw(seed, 6, 3)
        backwards = x[[4, 3, 2, 1, 0, 5]]  # the last stays
        torch.testing.assert_close(first(x)[-1], first(backwards)[-1])
        two = second(first(x))[-1], second(first(backwards))[-1]
        assert not torch.allclose(*two, rtol=0, atol=1e-6)
        first.mask.fill_(True)  # the cause taken away
        two = second(first(x))[-1], second(first(backwards))[-1]
        torch.testing.assert_close(*two)
