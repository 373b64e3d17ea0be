import torch
from attention import GatedDeltaNet

torch.manual_seed(123)
layer = GatedDeltaNet(24, 24, 4, 6, 5, num_key_heads=2).double()
x = torch.randn(60, 24).double()
whole = layer(x)
_, cache = layer.forward_with_cache(x[:20])
forgot = cache._replace(inputs=0 * cache.inputs)
rest, _ = layer.forward_with_cache(x[20:], forgot)
off = (rest - whole[20:]).abs().amax(dim=-1) / whole.std()
for later in (0, 1, 2, 3, 10, 39):
    print(f"token {20 + later}: {off[later]:.3f} off")
