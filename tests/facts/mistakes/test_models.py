"""What is behind the general sentences of docs/mistakes/models.md."""

import pytest
import torch

from tests.facts.draw import draw
from tests.facts.says import says


def test_a_kept_graph_does_not_survive_an_update():
    says(
        "mistakes/models",
        "What the message suggests, `retain_graph=True`, does not help: the product would still come from the old matrices, and once an optimiser has changed these in place, PyTorch raises another error.",
    )
    W_query, W_up = draw(0, 4, 2).requires_grad_(), draw(1, 3, 2).requires_grad_()
    absorbed = W_query @ W_up.T
    absorbed.square().sum().backward(retain_graph=True)
    with torch.no_grad():
        W_up -= 0.1  # as an optimiser does
    assert not torch.allclose(absorbed, W_query @ W_up.T)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        absorbed.square().sum().backward()
