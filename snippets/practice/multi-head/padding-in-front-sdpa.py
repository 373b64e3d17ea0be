import torch
import torch.nn.functional as F
from attention import CrossAttention, merge_heads, split_heads
from attention.examples import inputs, target_inputs

filling = torch.full((2, 3), 9.0)
batch = torch.stack([inputs, torch.cat([filling, inputs[2:]])])
mask = torch.arange(6) >= torch.tensor([0, 2])[:, None, None]  # (2, 1, 6)

torch.manual_seed(123)
layer = CrossAttention(3, 4, 0.0, num_heads=2)
Q = split_heads(layer.W_query(target_inputs.expand(2, 4, 3)), 2)
K, V = (split_heads(W(batch), 2) for W in (layer.W_key, layer.W_value))
for_heads = mask[:, None]  # (2, 1, 1, 6): sentences, heads, queries, keys
contexts = F.scaled_dot_product_attention(Q, K, V, attn_mask=for_heads)

fused = layer.out_proj(merge_heads(contexts))
ours = layer(target_inputs, batch, mask=mask)
assert torch.allclose(fused, ours, atol=1e-6)
print(for_heads.shape, torch.allclose(fused, ours, atol=1e-6))
