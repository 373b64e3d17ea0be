from attention.gallery import count, outline, release

for name in ("glm-4.5", "minimax-m2"):
    made = release(name)
    dense = made.config.get("first_k_dense_replace", 0)
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
    print(f"{total:>15,} parameters; published {made.parameters}")
    print(f"{used:>15,} a token uses; published {made.active}")
    print(f"{used - 2 * one.embeddings:>15,} without both tables")
    print(f"{2 * numbers:>15,} bytes of cache for a token")
    print(f"{2 * numbers * 32768 / 2**20:>15,.0f} MiB for 32,768 tokens")
