import torch
from attention import scaled_dot_product_attention

torch.manual_seed(123)
q, k, v = torch.randn(3, 4, 64)
by_torch = torch.nn.functional.scaled_dot_product_attention(q, k, v)

ours, _ = scaled_dot_product_attention(q, k, v)
forgotten = torch.softmax(q @ k.T, dim=-1) @ v  # wrong: no scale
print("with the scale:   ", torch.allclose(ours, by_torch, atol=1e-5))
print("without the scale:", torch.allclose(forgotten, by_torch, atol=1e-5))
print(torch.softmax(q @ k.T, dim=-1)[0])
print(torch.softmax(q @ k.T / 8, dim=-1)[0])
