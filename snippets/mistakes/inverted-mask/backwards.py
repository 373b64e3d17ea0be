import torch
from attention import CausalAttention, SelfAttentionV2
from attention import masked_attention_weights as masked_weights
from attention.examples import inputs, seeded_projections, seeded_scores

_, _, values = seeded_projections(SelfAttentionV2, 123)
half_fixed = ~torch.tril(torch.ones(6, 6), diagonal=-1).bool()
contexts = (
    masked_weights(seeded_scores(SelfAttentionV2, 123), half_fixed) @ values
)

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
backwards = layer(inputs.flip(0)).flip(0)
print(torch.allclose(contexts, backwards, atol=1e-6))
