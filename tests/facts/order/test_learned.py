"""What is behind the general sentences of docs/order/learned.md."""

import torch

from attention import (
    SelfAttentionV2,
    add_positions,
    scaled_dot_product_attention,
)
from tests.facts.draw import draw
from tests.facts.says import says


def test_outputs_move_with_inputs():
    """Without the scale, as the lesson has it, and with it, as the exercise has it."""
    says(
        "order/learned",
        "So self-attention without positions or masks is equivariant: reordering the words reorders the context vectors in the same way and changes none of them.",
        r"\[ \operatorname{softmax}(P \query{Q} \key{K}^\top P^\top)\, P \value{V} = P \operatorname{softmax}(\query{Q} \key{K}^\top)\, P^\top P \value{V} = P \operatorname{softmax}(\query{Q} \key{K}^\top)\, \value{V} \]",
    )
    says(
        "practice/order",
        r"\[ \begin{aligned} \operatorname{softmax}&\!\Big(\frac{P \query{Q} \key{K}^\top P^\top}{\sqrt{d_k}}\Big) P \value{V} \\ &= P \operatorname{softmax}\!\Big(\frac{\query{Q} \key{K}^\top}{\sqrt{d_k}}\Big) P^\top P \value{V} \\ &= P \context{Z} \end{aligned} \]",
    )
    for seed in range(3):
        torch.manual_seed(seed)
        Q, K, V = draw(seed, 3, 7, 5)
        P = torch.eye(7).double()[torch.randperm(7)]
        for root in (1, 5**0.5):
            Z, _ = scaled_dot_product_attention(Q * 5**0.5 / root, K, V)
            left = torch.softmax(P @ Q @ K.T @ P.T / root, dim=-1) @ P @ V
            middle = P @ torch.softmax(Q @ K.T / root, dim=-1) @ P.T @ P @ V
            right = P @ torch.softmax(Q @ K.T / root, dim=-1) @ V
            for one in (left, middle, right):
                torch.testing.assert_close(one, P @ Z)


def test_only_proportions_count():
    says(
        "order/learned",
        "Only the proportions of the words matter here: if a text is repeated several times, each word gets the same vector as when the text is said once.",
    )
    torch.manual_seed(0)
    layer, x = SelfAttentionV2(3, 5).double(), draw(0, 7, 3)
    for times in (2, 5):
        often = layer(x.repeat(times, 1))
        torch.testing.assert_close(often, layer(x).repeat(times, 1))
    assert not torch.allclose(layer(torch.cat([x, x[:1]]))[:7], layer(x))


def test_each_word_gets_the_row_of_its_position():
    says("order/learned", r"\[ X_p = x_p + e_p \]")
    x, e = draw(0, 3, 5), draw(1, 7, 5)
    for p, X_p in enumerate(add_positions(x, e)):
        assert torch.equal(X_p, x[p] + e[p])
