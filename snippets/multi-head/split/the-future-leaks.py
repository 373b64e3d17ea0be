import torch
from attention import (
    MultiHeadAttention,
    causal_mask,
    inputs,
    scaled_dot_product_attention,
)

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
x = inputs.clone().requires_grad_()

for name, split in {
    "right": lambda t: t.view(6, 2, 2).transpose(0, 1),
    "wrong": lambda t: t.view(2, 6, 2),  # the same shape
}.items():
    Q, K, V = (
        split(W(x)) for W in (layer.W_query, layer.W_key, layer.W_value)
    )
    contexts, _ = scaled_dot_product_attention(Q, K, V, causal_mask(6))
    merged = contexts.transpose(0, 1).reshape(6, 4)
    result = layer.out_proj(merged)
    (slope,) = torch.autograd.grad(result[1].sum(), x)  # journey's row
    print(name, result.shape, (slope.abs().sum(dim=-1) > 0).int().tolist())
