from attention.gallery import count, outline, release

for name in ("qwen2.5-7b", "qwen3-8b"):
    made = release(name)
    counts = count(outline(made.config))
    print(f"{made.title}: {counts.parameters:,} parameters")
    print(f"published: {made.parameters} ({made.parameters_source})")
    kept = 2 * counts.cached(32768)  # two bytes for a number
    print(f"cache for 32,768 tokens: {kept:,} bytes")
