import torch
from attention import normalised_linear_attention
from attention.examples import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
)

contexts, _ = normalised_linear_attention(
    plane_queries, plane_keys, plane_values, feature_map=torch.relu
)
for word, context in zip(plane_tokens, contexts, strict=True):
    print(f"{word:6}", context)
