import torch

d_model, num_heads = 768, 12
head_dim = d_model // num_heads
torch.manual_seed(123)
Q, K = torch.randn(1000, head_dim), torch.randn(1000, head_dim)
scores = Q @ K.T

for width in (head_dim, d_model):
    spread = (scores / width**0.5).std()
    print(f"divided by the root of {width:3}: spread {spread:.2f}")
