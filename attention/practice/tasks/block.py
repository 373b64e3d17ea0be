"""Write a block.

Then: python -m attention.practice block my_block.py
"""

from torch import Tensor, nn

from attention import FeedForward, LayerNorm, MultiHeadAttention


class Block(nn.Module):
    """A transformer block as in GPT-2: attention, then a feed-forward network."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, d_model, 64, 0.0, num_heads)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, 4 * d_model)

    def forward(self, x: Tensor) -> Tensor:
        """Return (batch, num_tokens, d_model), the shape of x.

        Attention adds to x, and then the network adds to what came out of that.
        Each reads its input through a norm of its own, as in GPT-2.
        """
        raise NotImplementedError  # your lines go here
