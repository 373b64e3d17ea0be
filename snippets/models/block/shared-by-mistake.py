import torch
from attention import FeedForward, MultiHeadAttention, TransformerBlock


def new_attention():
    return MultiHeadAttention(3, 3, 6, 0.0, 1)


def count(layers):
    blocks = [
        TransformerBlock(3, layer, FeedForward(3, 12)) for layer in layers
    ]
    return sum(p.numel() for p in torch.nn.Sequential(*blocks).parameters())


one = new_attention()
print(count([one, one, one, one]))
print(count([new_attention() for _ in range(4)]))
print(sum(p.numel() for p in one.parameters()))
