import torch
from attention import Attention

torch.manual_seed(123)
layer = Attention(8, 8, 12, 0.0, 2).double()
x = torch.randn(12, 8, dtype=torch.float64)
whole = layer(x)

for sizes in ([1] * 12, [5, 4, 3], [7, 1, 1, 1, 1, 1]):
    cache, outs = None, []
    for chunk in x.split(sizes):
        out, cache = layer.forward_with_cache(chunk, cache)
        outs.append(out)
    same = (torch.cat(outs) - whole).abs() <= 1e-12
    print(sizes, f"{same.sum()} of {whole.numel()} as in the whole")
print(cache.keys.shape)
