"""What is behind the general sentences of docs/recap/book.md."""

import pytest
import torch

from attention import causal_mask, masked_attention_weights
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_books_mask_gives_the_same_weights_and_does_not_grow():
    says(
        "recap/book",
        "An input longer than the context length does not fit the book's mask, and PyTorch's error names two sizes that do not match.",
    )
    mask = torch.ones(6, 6).triu(1).bool()
    scores = draw(0, 6, 6)
    before = scores.clone()
    weights = masked_attention_weights(scores / 3**0.5, causal_mask(6))
    assert torch.equal(scores, before)
    scores.masked_fill_(mask, -torch.inf)
    torch.testing.assert_close(weights, torch.softmax(scores / 3**0.5, dim=-1))
    with pytest.raises(RuntimeError, match=r"\(7\) must match .* \(6\)"):
        torch.zeros(7, 7).masked_fill_(mask[:7, :7], -torch.inf)
