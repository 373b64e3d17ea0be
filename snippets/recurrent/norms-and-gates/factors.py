import torch
from attention import (
    Attention,
    RMSNorm,
    add_qk_norm,
    scaled_attention_scores,
)

torch.manual_seed(123)
x = torch.randn(50, 64)
for factor in (1, 10, 100):
    largest = []
    for normed in (False, True):
        torch.manual_seed(1)
        layer = Attention(64, 64, 50, 0.0, num_heads=4)
        layer.W_query.weight.data *= factor
        layer.W_key.weight.data *= factor
        if normed:
            add_qk_norm(layer, RMSNorm)
        queries, keys, _ = layer.project(x)
        scores = scaled_attention_scores(queries, keys)
        largest.append(scores.abs().max().item())
    print(f"weights × {factor:3}   plain {largest[0]:8,.1f}", end="   ")
    print(f"with norms {largest[1]:.1f}")
