import torch
from attention import (
    CausalAttention,
    SelfAttentionV2,
    apply_dropout,
    causal_mask,
    context_vectors,
    masked_attention_weights,
)
from attention.examples import inputs, seeded_projections, seeded_scores

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.5).eval()
print(layer(inputs).detach())

weights = masked_attention_weights(
    seeded_scores(SelfAttentionV2, 123), causal_mask(6)
)
_, _, values = seeded_projections(SelfAttentionV2, 123)
torch.manual_seed(123)
print(context_vectors(apply_dropout(weights, 0.5), values))
