from attention.gallery import count, outline, release

for name in ("qwen3-next-80b", "kimi-linear-48b", "minimax-01"):
    made = release(name)
    layers = count(outline(made.config)).layers
    fixed = sum(layer.fixed for layer in layers)
    growing = sum(layer.growing for layer in layers)
    print(f"{made.title}: {-(-fixed // growing):,} tokens")
