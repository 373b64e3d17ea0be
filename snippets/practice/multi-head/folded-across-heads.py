import torch
from attention import (
    MultiHeadAttention,
    causal_mask,
    masked_attention_weights,
)
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2).requires_grad_(False)
ask = layer.W_query.weight.T @ layer.W_key.weight / 2**0.5  # (3, 3)
give = (layer.out_proj.weight @ layer.W_value.weight).T  # (3, 4)
weights = masked_attention_weights(inputs @ ask @ inputs.T, causal_mask(6))
across = weights @ inputs @ give + layer.out_proj.bias

rows = torch.isclose(across, layer(inputs), atol=1e-6).all(dim=-1)
assert rows.tolist() == [True] + 5 * [False]
print("as the layer:", rows)

d = 768
print(f"numbers at GPT-2's width: {12 * 2 * d * d:,} for {4 * d * d:,}")
