import torch
from attention import FeedForward, LayerNorm, MultiHeadAttention
from attention.examples import inputs

torch.manual_seed(123)
norm_1, norm_2 = LayerNorm(3), LayerNorm(3)
attention = MultiHeadAttention(3, 3, 6, 0.0, 1)
feed_forward = FeedForward(3, 12)
for parameter in feed_forward.parameters():
    torch.nn.init.zeros_(parameter)  # now it adds nothing

attended = inputs + attention(norm_1(inputs))
wrong = inputs + feed_forward(norm_2(attended))
right = attended + feed_forward(norm_2(attended))
print(inputs[1], wrong[1].detach(), right[1].detach(), sep="\n")
