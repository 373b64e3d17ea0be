import torch
from attention import (
    SelfAttentionV1,
    SelfAttentionV2,
    attention_weights,
    inputs,
    scaled_attention_scores,
)

torch.manual_seed(123)
v1, layer = SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)
with torch.no_grad():
    layer.W_query.weight.copy_(v1.W_query.T)
    layer.W_key.weight.copy_(v1.W_key.T)

queries, keys = layer.W_query(inputs), layer.W_key(inputs)
scores = scaled_attention_scores(queries, keys)
print(attention_weights(scores).detach())
