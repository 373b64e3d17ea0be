import torch
from attention import (
    attention_weights,
    context_vectors,
    scaled_attention_scores,
)

x = torch.rand(4, 512)
W_query, W_key, W_value = (torch.randn(512, 64) for _ in range(3))
weights = attention_weights(scaled_attention_scores(x @ W_query, x @ W_key))

print("x", x.shape)
print("W_query, W_key, W_value", W_query.shape)
print("Q, K, V", (x @ W_query).shape)
print("d_k", (x @ W_key).shape[-1])
print("scores, weights", weights.shape)
print("contexts", context_vectors(weights, x @ W_value).shape)
