import torch
from attention import (
    SelfAttentionV2,
    attention_weights,
    inputs,
    scaled_attention_scores,
)

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2)
queries, keys = layer.W_query(inputs), layer.W_key(inputs)
scores = scaled_attention_scores(queries, keys)

print(attention_weights(scores).detach())
