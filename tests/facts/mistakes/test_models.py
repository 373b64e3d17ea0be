"""What is behind the general sentences of docs/mistakes/models.md."""

import pytest
import torch

from tests.facts.draw import draw


def test_a_kept_graph_does_not_survive_an_update():
    W_query, W_up = draw(0, 4, 2).requires_grad_(), draw(1, 3, 2).requires_grad_()
    absorbed = W_query @ W_up.T
    absorbed.square().sum().backward(retain_graph=True)
    with torch.no_grad():
        W_up -= 0.1  # as an optimiser does
    assert not torch.allclose(absorbed, W_query @ W_up.T)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        absorbed.square().sum().backward()
