from attention.gallery import count, outline, release

n, caches = 32768, []
for name in ("olmo-2-7b", "olmo-3-32b"):
    published = release(name)
    counts = count(outline(published.config))
    kept = 2 * counts.cached(n)  # two bytes a number
    all_grow = 2 * n * sum(layer.growing for layer in counts.layers)
    caches.append((kept, all_grow))
    print(f"{published.title}: {counts.parameters:,} parameters")
    print(f"  {kept:,} bytes = {kept / 2**20:,.0f} MiB")
(small, _), (large, without_windows) = caches
print(f"{large / small:.0%} of OLMo 2's cache", end=", ")
print(f"{without_windows / small:.0%} without windows")
