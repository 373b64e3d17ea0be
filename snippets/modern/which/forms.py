from attention import grouped_costs, latent_costs

layers, tokens, window = 32, 32_768, 4096
multi_head = grouped_costs(4096, 32, 32, 128)
groups = grouped_costs(4096, 32, 8, 128)
forms = {  # one layer, and the tokens that it keeps
    "multi-head": (multi_head, tokens),
    "8 groups": (groups, tokens),
    "1 group": (grouped_costs(4096, 32, 1, 128), tokens),
    "latent": (latent_costs(4096, 32, 128, 512, 64), tokens),
    "8 groups, window": (groups, window),
}
print(f"{'':16} {'GiB':>6} {'per key':>7}")
for name, (costs, kept) in forms.items():
    gib = layers * kept * costs.cached * 2 / 2**30  # two bytes each
    print(f"{name:16} {gib:6.3f} {costs.per_key / multi_head.per_key:7.2f}")
