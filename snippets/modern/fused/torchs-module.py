import torch
from attention import MultiHeadAttention, causal_mask

torch.manual_seed(123)
plain = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
x = torch.randn(2, 64, 768)

layers = (plain.W_query, plain.W_key, plain.W_value)
theirs = torch.nn.MultiheadAttention(768, 12, batch_first=True)
theirs.load_state_dict(
    {
        "in_proj_weight": torch.cat([layer.weight for layer in layers]),
        "in_proj_bias": torch.cat([layer.bias for layer in layers]),
        "out_proj.weight": plain.out_proj.weight,
        "out_proj.bias": plain.out_proj.bias,
    }
)
for mask in (~causal_mask(64), causal_mask(64)):
    out, _ = theirs(x, x, x, attn_mask=mask, need_weights=False)
    print(f"largest difference {(out - plain(x)).abs().max():.3f}")
