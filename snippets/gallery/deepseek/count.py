from attention.gallery import count, outline, release

for name in ("deepseek-v3.2", "kimi-k2"):
    made = release(name)
    counts = count(outline(made.config))
    dense = made.config.get("first_k_dense_replace", 0)
    without = counts.active - counts.embeddings
    print(f"{made.title}: {dense} + {len(counts.layers) - dense} layers")
    print(
        f"{counts.parameters:>17,} parameters; published {made.parameters}"
    )
    print(f"{counts.active:>17,} a token uses; published {made.active}")
    print(f"{without:>17,} without the embeddings")
    print(f"{2 * counts.cached(1):>17,} bytes of cache for a token")
    cache = 2 * counts.cached(32768) / 2**20
    print(f"{cache:>17,.0f} MiB for 32,768 tokens")
