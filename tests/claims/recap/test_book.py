"""What is behind the general sentences of docs/recap/book.md."""

import pytest
import torch

from attention import CausalAttention
from tests.claims.quotes import cited, tested

cited(
    "With torch 2.6 or older on an Intel processor, the same correct code prints two "
    "different matrices, and the first row of the first is all twos.",
    source="our run of torch 2.6.0 and 2.13.0; PyTorch pull request 146174",
)
cited(
    "Here are the results from that chapter, complete and in the same order, so that "
    "you can compare them with what is on your screen.",
    source="Raschka (2024), Build a Large Language Model (From Scratch), chapter 3",
)


@tested(
    "The book also fills the scores in place before dividing them.",
    "Either way, the weights are the same.",
)
@pytest.mark.parametrize("width", [2, 3, 64])
def test_masking_and_dividing_may_be_exchanged(width: int) -> None:
    torch.manual_seed(0)
    scores, blocked = torch.randn(6, 6), torch.ones(6, 6).triu(1).bool()
    first = scores.masked_fill(blocked, -torch.inf) / width**0.5
    then = (scores / width**0.5).masked_fill(blocked, -torch.inf)
    assert torch.equal(first.softmax(dim=-1), then.softmax(dim=-1))


@tested("Our classes take any number of batch axes, including none:")
@pytest.mark.parametrize("axes", [(), (1,), (2, 3), (2, 1, 4)])
def test_batch_axes(axes: tuple[int, ...]) -> None:
    x = torch.randn(*axes, 5, 3)
    assert CausalAttention(3, 2, 6, 0.0)(x).shape == (*axes, 5, 2)
