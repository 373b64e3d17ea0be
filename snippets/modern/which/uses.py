import torch
import torch.nn.functional as F
from attention import causal_mask, scaled_dot_product_attention

torch.manual_seed(123)
Q, K, V = torch.randn(3, 1, 4, 8, 16)  # 4 heads, 8 tokens
words = (torch.arange(8) < 6).expand(8, 8)  # two tokens of padding
one, few = causal_mask(1, 8), causal_mask(3, 8)
uses = {  # queries, the mask that is meant, and the call
    "training": (Q, causal_mask(8), {"is_causal": True}),
    "encoding": (Q, words, {"attn_mask": words}),
    "decoding, 1 new": (Q[..., -1:, :], one, {}),
    "decoding, 3 new": (Q[..., -3:, :], few, {"attn_mask": few}),
}
for name, (queries, mask, call) in uses.items():
    meant, _ = scaled_dot_product_attention(queries, K, V, mask)
    off = []
    for options in (call, {"is_causal": True}):
        out = F.scaled_dot_product_attention(queries, K, V, **options)
        off.append((out - meant).abs().max())
    print(f"{name:15}  off by {off[0]:.2f}, is_causal=True {off[1]:.2f}")
