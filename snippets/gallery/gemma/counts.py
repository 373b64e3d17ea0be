from attention.gallery import count, outline, release

for name in ("gemma-2-27b", "gemma-3-27b", "gemma-3-1b"):
    published = release(name)
    counts = count(outline(published.config))
    rest = counts.parameters - counts.embeddings
    print(f"{published.title}: {counts.embeddings:,} + {rest:,}")
    print(f"  published: {published.parameters}")
    if published.difference:
        print(f"  {published.difference}")
