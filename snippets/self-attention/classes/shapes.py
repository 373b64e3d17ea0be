import torch
from attention import SelfAttentionV1, SelfAttentionV2, inputs

v1, v2 = SelfAttentionV1(3, 2), SelfAttentionV2(3, 2, qkv_bias=True)
print("x", inputs.shape)
print("V1: W_query", v1.W_query.shape)
print("V2: W_query.weight", v2.W_query.weight.shape)
print("V2: W_query.bias", v2.W_query.bias.shape)
print("queries by V1", (inputs @ v1.W_query).shape)
print("queries by V2", v2.W_query(inputs).shape)
print("contexts", v2(inputs).shape)
print("contexts of a batch", v2(torch.stack([inputs, inputs])).shape)
