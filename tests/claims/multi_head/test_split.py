"""What is behind the general sentences of docs/multi-head/split.md."""

import torch

from attention import MultiHeadAttention, merge_heads
from tests.claims.draw import draw


def layer_of(num_heads: int, head_dim: int, seed: int = 0) -> MultiHeadAttention:
    torch.manual_seed(seed)
    return MultiHeadAttention(3, num_heads * head_dim, 9, 0.0, num_heads).double()


def test_out_proj_is_a_sum_over_heads() -> None:
    for num_heads, head_dim in ((2, 2), (3, 5)):
        out_proj = layer_of(num_heads, head_dim).out_proj
        Z = draw(0, num_heads, 6, head_dim)
        W = out_proj.weight.split(head_dim, dim=1)
        summed = sum(Z[h] @ W[h].T for h in range(num_heads)) + out_proj.bias
        joined = torch.cat(list(Z), dim=-1) @ out_proj.weight.T + out_proj.bias
        torch.testing.assert_close(joined, summed)
        torch.testing.assert_close(out_proj(merge_heads(Z)), summed)


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
