import torch
from attention import MultiHeadAttention

torch.manual_seed(123)
layer = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
parts = (layer.W_query, layer.W_key, layer.W_value)
in_proj_weight = torch.cat([part.weight for part in parts])

print(in_proj_weight.shape)
for head in (0, 1, 11):
    for number, part in enumerate("QKV"):
        start = number * 768 + head * 64
        print(f"head {head:2}, {part}: rows {start:4} to {start + 63:4}")
keys_of_head_1 = layer.W_key.weight[64:128]
print(torch.equal(in_proj_weight[832:896], keys_of_head_1))
