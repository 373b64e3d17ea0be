"""What is behind the general sentences of docs/mistakes/models.md."""

import pytest
import torch

from tests.claims.draw import draw


def test_a_kept_graph_does_not_survive_an_update():
    """The block stops before it; the page warns of what torch suggests."""
    x, latent = draw(0, 6, 4), draw(1, 6, 3)
    W_query, W_up = draw(2, 4, 2).requires_grad_(), draw(3, 3, 2).requires_grad_()
    absorbed = W_query @ W_up.T
    (x @ absorbed @ latent.T).square().mean().backward(retain_graph=True)
    torch.optim.AdamW([W_query, W_up], lr=0.1).step()
    assert not torch.allclose(absorbed, W_query @ W_up.T, atol=1e-3)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        (x @ absorbed @ latent.T).square().mean().backward()
