import torch
from attention import MultiHeadAttention, inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 2, 6, 0.0, num_heads=2)
Q, K = layer.W_query(inputs), layer.W_key(inputs)
your, journey = 0, 1

head_0, head_1 = Q[journey] * K[your]  # each head is one number wide
print(f"answer: {head_0 / 1**0.5:.4f}")
print(f"divided by the root of d_out, 2: {head_0 / 2**0.5:.4f}")
print(f"the score in head 1: {head_1:.4f}")
print(f"your asks journey: {Q[your, 0] * K[journey, 0]:.4f}")
print(f"both heads added, as one head would: {head_0 + head_1:.4f}")
both = (head_0 + head_1) / 2**0.5
print(f"one head of width 2, scaled: {both:.4f}")
