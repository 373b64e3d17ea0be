# pip install attention-verified
import torch
from attention import (
    GatedDelta,
    LinearAttention,
    decay_mask,
    decayed_attention,
    delta_rule,
    delta_rule_in_chunks,
    elu_plus_one,
    linear_attention,
    normalised_linear_attention,
)
from attention.examples import inputs

q, k, v = torch.rand(6, 4), torch.rand(6, 4), torch.rand(6, 2)
contexts, state = linear_attention(q, k, v)
print(contexts.shape, state.shape)
print((q[0] @ state).shape)
print(normalised_linear_attention(q, k, v)[0].shape, elu_plus_one(q).shape)
layer = LinearAttention(3, 4, num_heads=2)
out, cache = layer.forward_with_cache(inputs)  # a StateCache
print(layer(inputs).shape, cache.num_tokens)

log_decays, betas = torch.full((6,), -0.1), torch.full((6,), 0.5)
print(decay_mask(log_decays).shape)
print(decayed_attention(q, k, v, log_decays)[0].shape)
print(delta_rule(q, k, v, betas)[0].shape)
print(delta_rule_in_chunks(q, k, v, betas, chunk_size=2)[0].shape)
print(GatedDelta(3, 4, num_heads=2)(inputs).shape)
