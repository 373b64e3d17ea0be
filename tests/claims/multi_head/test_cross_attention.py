"""What is behind the general sentences of docs/multi-head/cross-attention.md."""

import torch

from attention import CrossAttention, MultiHeadAttention, causal_mask
from tests.claims.draw import draw


def test_self_attention_is_the_special_case() -> None:
    for num_heads in (1, 2):
        torch.manual_seed(num_heads)
        cross = CrossAttention(3, 4, 0.0, num_heads).double()
        causal = MultiHeadAttention(3, 4, 6, 0.0, num_heads).double()
        cross.load_state_dict(causal.state_dict())
        x = draw(0, 6, 3)
        torch.testing.assert_close(cross(x, x, mask=causal_mask(6)), causal(x))
        same = torch.isclose(cross(x, x), causal(x)).all(dim=-1)
        assert same.tolist() == 5 * [False] + [True]
