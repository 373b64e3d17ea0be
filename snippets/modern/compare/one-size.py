# pip install attention-verified
from attention import grouped_costs, latent_costs

ways = {
    "multi-head": grouped_costs(4096, 32, 32, 128),
    "8 groups": grouped_costs(4096, 32, 8, 128),
    "multi-query": grouped_costs(4096, 32, 1, 128),
    "latent": latent_costs(4096, 32, 128, latent_dim=512, rotary_dim=64),
}
print(f"{'':11} {'weights':>10} {'cached':>6} {'per key':>7}")
for name, (weights, cached, per_key) in ways.items():
    print(f"{name:11} {weights:>10,} {cached:>6,} {per_key:>7,}")
