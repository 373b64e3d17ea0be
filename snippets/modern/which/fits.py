from attention import grouped_costs, latent_costs

memory, layers, tokens = 24 * 2**30, 32, 8192
for name, costs in {
    "multi-head": grouped_costs(4096, 32, 32, 128),
    "8 groups": grouped_costs(4096, 32, 8, 128),
    "latent": latent_costs(4096, 32, 128, 512, 64),
}.items():
    print(name, memory // (layers * tokens * costs.cached * 2), "texts")
