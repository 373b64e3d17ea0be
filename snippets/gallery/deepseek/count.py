from attention.gallery import count, outline, release

for name in ("deepseek-v3.2", "kimi-k2"):
    made = release(name)
    dense = made.config["first_k_dense_replace"]
    experts = made.config["num_hidden_layers"] - dense
    one, two = (
        count(outline({**made.config, "num_hidden_layers": dense + n}))
        for n in (1, 2)
    )
    each = two.parameters - one.parameters  # in a layer of experts
    total = one.parameters + (experts - 1) * each
    used = one.active + (experts - 1) * (two.active - one.active)
    numbers = (dense + experts) * one.layers[0].growing
    print(f"{made.title}: {dense} + {experts} layers")
    print(f"{total:>17,} parameters; published {made.parameters}")
    print(f"{used:>17,} a token uses; published {made.active}")
    print(f"{used - one.embeddings:>17,} without the embeddings")
    print(f"{2 * numbers:>17,} bytes of cache for a token")
    print(f"{2 * numbers * 32768 / 2**20:>17,.0f} MiB for 32,768 tokens")
