import torch
from attention import (
    FeedForward,
    MultiHeadAttention,
    TransformerBlock,
    record_weights,
)
from attention.examples import inputs


def new_block():
    attention = MultiHeadAttention(3, 3, 6, 0.0, 1)
    return TransformerBlock(3, attention, FeedForward(3, 12))


torch.manual_seed(123)
blocks = torch.nn.Sequential(*[new_block() for _ in range(4)])
with record_weights(blocks) as weights:
    blocks(inputs)
print(list(weights))
print(weights["3.attention.attend"].shape)  # heads, queries, keys
