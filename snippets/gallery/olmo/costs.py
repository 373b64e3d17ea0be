from attention.gallery import count, outline, release

n = 32768
for name in ("olmo-2-7b", "olmo-3-32b"):
    published = release(name)
    counts = count(outline(published.config))
    print(f"{published.title}: {counts.parameters:,} parameters")
    kept = 2 * counts.cached(n)  # two bytes a number
    all_grow = 2 * n * sum(layer.growing for layer in counts.layers)
    print(f"  cache: {kept:,} bytes = {kept / 2**20:,.0f} MiB")
    print(f"  without windows: {all_grow / 2**20:,.0f} MiB")
