import torch
from attention import MultiHeadAttention, MultiHeadAttentionWrapper
from attention.examples import inputs

torch.manual_seed(123)
wrapper = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)

with torch.no_grad():
    for name in ("W_query", "W_key", "W_value"):
        rows = [getattr(head, name).weight for head in wrapper.heads]
        getattr(layer, name).weight.copy_(torch.cat(rows))
    layer.out_proj.weight.copy_(torch.eye(4))  # mixes nothing
    layer.out_proj.bias.zero_()

print(layer(inputs)[:2].detach())
print(wrapper(inputs)[:2].detach())
