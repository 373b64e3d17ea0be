import torch
from attention import CausalAttention, SelfAttentionV2
from attention.examples import inputs, seeded_projections

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.5)
queries, keys, values = seeded_projections(SelfAttentionV2, 123)

print(torch.allclose(layer.W_query(inputs), queries, atol=1e-6))
print(torch.allclose(layer.W_key(inputs), keys, atol=1e-6))
print(torch.allclose(layer.W_value(inputs), values, atol=1e-6))
