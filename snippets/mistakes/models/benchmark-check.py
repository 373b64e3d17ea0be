import torch
from torch.nn.functional import scaled_dot_product_attention

torch.manual_seed(123)
q, k, v = torch.randn(3, 6, 8)
blocked = torch.ones(6, 6, dtype=torch.bool).triu(diagonal=1)
timed = scaled_dot_product_attention(q, k, v, attn_mask=blocked)
causal = scaled_dot_product_attention(q, k, v, is_causal=True)

same = torch.allclose(timed, causal, atol=1e-5)
assert same, "timed another task"  # raises AssertionError: timed another
