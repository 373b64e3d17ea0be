import torch
from attention import LatentAttention, LatentCache, latent_costs
from torch.utils.flop_counter import FlopCounterMode

costs = latent_costs(4096, 32, 128, latent_dim=512, rotary_dim=64)
with torch.device("meta"):
    layer = LatentAttention(4096, 4096, 1000, 0.0, 32, 128, 512, 64)
    token = torch.ones(1, 4096)
    cache = LatentCache(torch.ones(999, 512 + 64), 999)
    with FlopCounterMode(display=False) as counter:
        layer.forward_with_cache(token, cache)

parameters = sum(p.numel() for p in layer.parameters())
print(f"weights:    {parameters:,} counted, {costs.weights:,} by formula")
operations = 2 * (costs.weights + 1000 * costs.per_key)  # * and +
counted = counter.get_total_flops()
print(f"operations: {counted:,} counted, {operations:,} by formula")
