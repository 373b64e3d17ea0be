import torch
from attention import Attention, SlidingWindow

torch.manual_seed(123)
layer = Attention(8, 8, 12, 0.0, num_heads=2).double()
layer.mask = SlidingWindow(4)
x = torch.randn(12, 8, dtype=torch.float64)

for sizes in ([1] * 12, [5, 4, 3], [7, 1, 1, 1, 1, 1]):
    cache, outs, kept = None, [], []
    for chunk in x.split(sizes):
        out, cache = layer.forward_with_cache(chunk, cache)
        outs.append(out)
        kept.append(cache.keys.shape[-2])
    difference = (torch.cat(outs) - layer(x)).abs().max()
    print(f"kept {kept}, largest difference {difference:.3f}")
