import torch
import torch.nn.functional as F
from attention import CausalAttention, causal_mask
from attention.examples import inputs

segments = torch.tensor([0, 0, 1, 1, 1, 2])
mask = (segments[:, None] == segments) & causal_mask(6)
print(mask.int())

torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, 0.0).requires_grad_(False)
Q, K = layer.W_query(inputs), layer.W_key(inputs)
V = layer.W_value(inputs)
packed = F.scaled_dot_product_attention(Q, K, V, attn_mask=mask)
print(packed)

alone = torch.cat([layer(inputs[segments == text]) for text in range(3)])
assert torch.allclose(packed, alone, atol=1e-6)
print("as each alone:", torch.allclose(packed, alone, atol=1e-6))
print("causal only:", torch.allclose(layer(inputs), alone, atol=1e-6))
