import torch
import torch.nn.functional as F

torch.manual_seed(123)
Q, K, V = torch.randn(3, 4, 64)
by_torch = F.scaled_dot_product_attention(Q, K, V)

scaled = torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1)
forgotten = torch.softmax(Q @ K.T, dim=-1)  # wrong: no scale
for name, weights in (("scaled", scaled), ("forgotten", forgotten)):
    equal = torch.allclose(weights @ V, by_torch, atol=1e-5)
    print(f"{name:9} as in torch: {equal!s:5}", end="  ")
    print(" ".join(f"{weight:.4f}" for weight in weights[0]))
