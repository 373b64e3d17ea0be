from attention.gallery import count, outline, release

tokens = 32768
for name in ("qwen3-next-80b", "kimi-linear-48b", "minimax-01"):
    made = release(name)
    layers = count(outline(made.config)).layers
    full = [layer.growing for layer in layers if layer.growing]
    fixed = 2 * sum(layer.fixed for layer in layers)  # two bytes each
    print(f"{made.title}: {len(full)} of {len(layers)} layers attend")
    print(f"  {2 * sum(full):,} bytes a token + {fixed:,}")
    kept = 2 * sum(full) * tokens + fixed
    every = 2 * full[0] * len(layers) * tokens
    print(f"  {tokens:,} tokens: {kept:,}, if all attended {every:,}")
