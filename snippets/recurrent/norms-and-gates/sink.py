import torch
from attention import (
    causal_mask,
    core_attention,
    scaled_attention_scores,
    scaled_dot_product_attention,
)

torch.manual_seed(123)
Q, K, V = torch.randn(3, 1, 6, 16)  # one head, six tokens
mask, sink = causal_mask(6), torch.tensor([2.0])
scores = scaled_attention_scores(Q, K).masked_fill(~mask, -torch.inf)
gate = torch.sigmoid(scores.logsumexp(dim=-1) - sink)
contexts, _ = scaled_dot_product_attention(Q, K, V, mask)
expected, _ = core_attention(Q, K, V, mask, sinks=sink)
print("gate", *[f"{number:.2f}" for number in gate[0].tolist()])
difference = gate[..., None] * contexts - expected
print(f"largest difference {difference.abs().max():.3f}")
