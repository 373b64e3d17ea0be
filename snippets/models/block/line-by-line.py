# pip install attention-verified
import torch
from attention import FeedForward, LayerNorm, MultiHeadAttention
from attention.examples import inputs

torch.manual_seed(123)
norm_1, norm_2 = LayerNorm(3), LayerNorm(3)
attention = MultiHeadAttention(3, 3, 6, 0.0, 1)
feed_forward = FeedForward(3, 12)
for part in norm_1, attention, norm_2, feed_forward:
    print(sum(p.numel() for p in part.parameters()), end=" ")
print("parameters")

x = inputs
gathered = attention(norm_1(x)).detach()  # from words so far
x = x + gathered
computed = feed_forward(norm_2(x)).detach()  # in each word alone
x = x + computed
print(inputs[1], gathered[1], computed[1], x[1], sep="\n")  # journey
