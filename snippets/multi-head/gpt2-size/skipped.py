import torch
import torch.nn.functional as F
from attention import causal_mask

print("hidden pairs:", f"{(~causal_mask(1024)).sum().item():,}")
print("all pairs:   ", f"{1024**2:,}")

Q, K, V = torch.randn(3, 2, 12, 64, 16).unbind()
by_mask = F.scaled_dot_product_attention(Q, K, V, causal_mask(64))
by_flag = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
print("same output:", torch.allclose(by_mask, by_flag, atol=1e-5))
