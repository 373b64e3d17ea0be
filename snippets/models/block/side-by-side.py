import torch
from attention import FeedForward, MultiHeadAttention, TransformerBlock
from attention.examples import inputs


class SideBySide(TransformerBlock):
    def forward(self, x):
        normed = self.norm_1(x)
        return x + self.attention(normed) + self.feed_forward(normed)


torch.manual_seed(123)
attention = MultiHeadAttention(3, 3, 6, 0.0, 1)
feed_forward = FeedForward(3, 12)
one_after_the_other = TransformerBlock(3, attention, feed_forward)
together = SideBySide(3, attention, feed_forward)
print(one_after_the_other(inputs)[1], together(inputs)[1], sep="\n")

torch.nn.init.zeros_(attention.out_proj.weight)
torch.nn.init.zeros_(attention.out_proj.bias)
print(torch.equal(one_after_the_other(inputs), together(inputs)))
