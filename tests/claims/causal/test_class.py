"""What is behind the general sentences of docs/causal/class.md."""

import torch

from attention import CausalAttention
from tests.claims.draw import draw


def layer_of(seed: int, length: int = 8, dropout: float = 0.0) -> CausalAttention:
    torch.manual_seed(seed)
    return CausalAttention(3, 5, length, dropout).double()


def test_a_beginning_gets_the_vectors_that_it_has_within_the_whole() -> None:
    for seed in range(5):
        layer, x = layer_of(seed), draw(seed, 2, 8, 3)
        for n in range(1, 9):
            torch.testing.assert_close(layer(x[:, :n]), layer(x)[:, :n])
        dropping = layer_of(seed, dropout=0.5)
        assert not torch.allclose(dropping(x)[:, :4], dropping(x[:, :4]), atol=1e-3)
        layer.mask.fill_(True)  # the cause taken away
        assert not torch.allclose(layer(x[:, :4]), layer(x)[:, :4], atol=1e-3)
