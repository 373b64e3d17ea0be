import torch
from attention import MultiHeadAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
Q = layer.W_query(inputs).view(6, 2, 2).transpose(0, 1)
K = layer.W_key(inputs).view(6, 2, 2).transpose(0, 1)
your, journey = 0, 1

score = Q[0, journey] @ K[0, your]  # in head 0
both = (Q[:, journey] * K[:, your]).sum()
print(f"answer: {score / 2**0.5:.4f}")
print(f"divided by the root of d_out, 4: {score / 4**0.5:.4f}")
print(f"not divided: {score:.4f}")
print(f"in head 1: {Q[1, journey] @ K[1, your] / 2**0.5:.4f}")
print(f"your asks journey: {Q[0, your] @ K[0, journey] / 2**0.5:.4f}")
print(f"one head of width 4: {both / 4**0.5:.4f}")
print("query:", Q[0, journey].detach(), "key:", K[0, your].detach())
