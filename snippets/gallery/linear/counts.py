from attention.gallery import count, outline, release

for name in ("qwen3-next-80b", "kimi-linear-48b", "minimax-01"):
    made = release(name)
    counts = count(outline(made.config))
    print(f"{made.title}: {counts.parameters:,} parameters")
    print(f"  {counts.active:,} active, tables {2 * counts.embeddings:,}")
    print(f"  published: {made.parameters}, {made.active} active")
