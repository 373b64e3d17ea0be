import torch
from attention import FeedForward, MultiHeadAttention, TransformerBlock
from attention.examples import inputs

torch.manual_seed(123)
attention = MultiHeadAttention(3, 3, 6, 0.0, 1)
block = TransformerBlock(3, attention, FeedForward(3, 12))
print(block(inputs)[1].detach())
