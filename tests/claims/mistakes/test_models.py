"""What is behind the general sentences of docs/mistakes/models.md."""

from collections.abc import Callable

import pytest
import torch

from tests.claims.quotes import cited, tested

cited(
    "It happened in the bonus material of the book's own repository, in a comparison "
    "of implementations: it was reported and fixed in August 2026.",
    source="rasbt/LLMs-from-scratch, issue 1061 and pull request 1062",
)
cited(
    "In latent attention, keys, apart from their rotary part, are computed from a "
    "narrow vector, the latent (DeepSeek-AI, 2024, section 2.1).",
    source="DeepSeek-AI (2024), DeepSeek-V2, section 2.1",
)


@tested(
    "What the message suggests, retain_graph=True, does not help: the product would "
    "still come from the old matrices, and once an optimiser has changed these in "
    "place, PyTorch raises another error."
)
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
