import torch
from attention import (
    FeedForward,
    MultiHeadAttention,
    TransformerBlock,
    inputs,
)


def new_block():
    attention = MultiHeadAttention(3, 3, 6, 0.0, 1)
    return TransformerBlock(3, attention, FeedForward(3, 12))


torch.manual_seed(123)
blocks = torch.nn.Sequential(*[new_block() for _ in range(4)])
other = inputs.clone()
other[5] = torch.tensor([0.9, 0.1, 0.4])  # another last word

print(blocks(inputs).shape)
change = (blocks(other) - blocks(inputs)).abs().amax(dim=-1)
print([f"{c:.2f}" for c in change])
