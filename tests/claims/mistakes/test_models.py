"""What is behind the general sentences of docs/mistakes/models.md."""

from collections.abc import Callable

import pytest
import torch


@pytest.mark.parametrize("make", [torch.optim.SGD, torch.optim.AdamW])
def test_a_kept_graph_does_not_survive_an_update(
    make: Callable[..., torch.optim.Optimizer],
) -> None:
    torch.manual_seed(0)
    x, latent = torch.randn(6, 4), torch.randn(6, 3)
    W_query = torch.randn(4, 2, requires_grad=True)
    W_up = torch.randn(3, 2, requires_grad=True)
    optimizer = make([W_query, W_up], lr=0.1)
    absorbed = W_query @ W_up.T
    (x @ absorbed @ latent.T).square().mean().backward(retain_graph=True)
    optimizer.step()
    assert not torch.allclose(absorbed, W_query @ W_up.T, atol=1e-3)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        (x @ absorbed @ latent.T).square().mean().backward()
