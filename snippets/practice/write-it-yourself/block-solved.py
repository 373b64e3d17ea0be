from attention import FeedForward, LayerNorm, MultiHeadAttention
from attention.practice import judge
from torch import nn


class Block(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(
            d_model, d_model, 64, 0.0, num_heads
        )
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, 4 * d_model)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.feed_forward(self.norm_2(x))


verdict = judge("block", Block)
assert verdict.ok
print(verdict)
