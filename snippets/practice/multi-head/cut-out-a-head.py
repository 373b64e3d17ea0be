import torch
import torch.nn.functional as F
from attention import MultiHeadAttention, merge_heads, split_heads
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 6, 6, 0.0, num_heads=3).requires_grad_(False)
keep = [0, 1, 4, 5]  # heads 0 and 2; 2 and 3 are head 1's

three = (layer.W_query, layer.W_key, layer.W_value)
Q, K, V = (split_heads(inputs @ W.weight[keep].T, 2) for W in three)
contexts = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
narrow = layer.out_proj.weight[:, keep]
pruned = merge_heads(contexts) @ narrow.T + layer.out_proj.bias

layer.out_proj.weight[:, 2:4] = 0.0  # mute head 1 in the whole layer
muted = layer(inputs)
assert torch.allclose(pruned, muted, atol=1e-6)
print(narrow.shape, pruned.shape)
print("as with head 1 muted:", torch.allclose(pruned, muted, atol=1e-6))
