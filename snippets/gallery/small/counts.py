from attention.gallery import count, outline, release

for name in ("phi-4-mini", "smollm3-3b", "granite-3-8b", "command-r7b"):
    made = release(name)
    counts = count(outline(made.config))
    kept = 2 * counts.cached(32768)  # two bytes for a number
    print(f"{made.title}: {counts.parameters:,} parameters")
    print(f"  published: {made.parameters} ({made.parameters_source})")
    print(f"  cache for 32,768 tokens: {kept:,} bytes")
