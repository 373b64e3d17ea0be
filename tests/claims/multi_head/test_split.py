"""What is behind the general sentences of docs/multi-head/split.md."""

import torch

from attention import MultiHeadAttention
from tests.claims.draw import draw


def layer_of(num_heads: int, head_dim: int, seed: int = 0) -> MultiHeadAttention:
    torch.manual_seed(seed)
    return MultiHeadAttention(3, num_heads * head_dim, 9, 0.0, num_heads).double()


def test_the_first_row_is_its_value_however_many_heads_and_later_rows_are_not() -> None:
    for seed in range(5):
        x, rows = draw(seed, 6, 3), []
        for num_heads in (1, 2, 4):
            layer = layer_of(num_heads, 4 // num_heads, seed)
            assert sum(p.numel() for p in layer.parameters()) == 56
            rows.append(layer(x))
            torch.testing.assert_close(rows[-1][0], layer.out_proj(layer.W_value(x[0])))
        for other in rows[1:]:
            assert ((other - rows[0])[1:].abs().amax(dim=-1) > 1e-9).all()
