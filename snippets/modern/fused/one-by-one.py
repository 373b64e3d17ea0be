import torch
from attention import MultiHeadAttention, MultiHeadAttentionWrapper

torch.manual_seed(123)
plain = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
x = torch.randn(2, 64, 768)

wrapper = MultiHeadAttentionWrapper(768, 64, 1024, 0.0, 12, qkv_bias=True)
for name in ("W_query", "W_key", "W_value"):
    layer = getattr(plain, name)
    for h, head in enumerate(wrapper.heads):
        rows = slice(64 * h, 64 * (h + 1))
        own = {"weight": layer.weight[rows], "bias": layer.bias[rows]}
        getattr(head, name).load_state_dict(own)
out = plain.out_proj(wrapper(x))
print(plain(x)[0, 0, :4].detach())
print(out[0, 0, :4].detach())
