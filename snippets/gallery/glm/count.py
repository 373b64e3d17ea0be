from attention.gallery import count, outline, release

for name in ("glm-4.5", "minimax-m2"):
    made = release(name)
    counts = count(outline(made.config))
    dense = made.config.get("first_k_dense_replace", 0)
    without = counts.active - 2 * counts.embeddings
    print(f"{made.title}: {dense} + {len(counts.layers) - dense} layers")
    print(
        f"{counts.parameters:>15,} parameters; published {made.parameters}"
    )
    print(f"{counts.active:>15,} a token uses; published {made.active}")
    print(f"{without:>15,} without both tables")
    print(f"{2 * counts.cached(1):>15,} bytes of cache for a token")
    cache = 2 * counts.cached(32768) / 2**20
    print(f"{cache:>15,.0f} MiB for 32,768 tokens")
