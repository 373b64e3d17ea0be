import torch
from attention import Attention, LinearAttention

torch.manual_seed(0)
x = torch.randn(1, 1000, 64)
linear = LinearAttention(d_in=64, d_out=64, num_heads=4)
softmax = Attention(64, 64, 1000, 0.0, num_heads=4)
for n in (10, 100, 1000):
    out, cache = linear.forward_with_cache(x[:, :n])
    _, rows = softmax.forward_with_cache(x[:, :n])
    kept = rows.keys.numel() + rows.values.numel()
    print(f"{n:4} tokens: state {cache.state.numel():,}, cache {kept:,}")
