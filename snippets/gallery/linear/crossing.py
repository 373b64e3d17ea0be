from attention.gallery import count, outline, release

for name, entry in (
    ("qwen3-next-80b", "num_experts"),
    ("kimi-linear-48b", "num_experts"),
    ("minimax-01", "num_local_experts"),
):
    made = release(name)
    layers = count(outline(made.config | {entry: 10})).layers
    fixed = sum(layer.fixed for layer in layers)
    growing = sum(layer.growing for layer in layers)
    print(f"{made.title}: {-(-fixed // growing):,} tokens")
