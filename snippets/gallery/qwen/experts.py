from attention.gallery import count, outline, release

made = release("qwen3-235b")
counts = count(outline(made.config))
print(f"{made.title}: {counts.parameters:,} parameters", end=", ")
print(f"{counts.active:,} active")
print(f"published: {made.parameters}, {made.active} active")
print(f"in {made.parameters_source}")
kept = 2 * counts.cached(32768)  # two bytes for each number
print(f"cache for 32,768 tokens: {kept:,} bytes")
