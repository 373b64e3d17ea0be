from attention.gallery import count, outline, release

n = 32768
for name in ("gemma-2-27b", "gemma-3-27b", "gemma-3-1b"):
    counts = count(outline(release(name).config))
    kept = 2 * counts.cached(n)  # two bytes a number
    all_grow = 2 * n * sum(layer.growing for layer in counts.layers)
    print(
        f"{name:12s} {kept:13,} bytes = {kept / 2**20:5,.0f} MiB,", end=" "
    )
    print(f"{kept / all_grow:.0%} of {all_grow / 2**20:6,.0f} MiB")
