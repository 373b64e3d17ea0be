import torch
from attention import FeedForward, MultiHeadAttention, TransformerBlock
from attention.examples import inputs


def new_block():
    attention = MultiHeadAttention(3, 3, 6, 0.0, 1)
    return TransformerBlock(3, attention, FeedForward(3, 12))


torch.manual_seed(123)
blocks = [new_block() for _ in range(4)]
x = y = inputs
for block in blocks:
    y = block(x)  # x stays the input

print(torch.equal(y, blocks[-1](inputs)))
y.sum().backward()
print([any(p.grad is not None for p in b.parameters()) for b in blocks])
