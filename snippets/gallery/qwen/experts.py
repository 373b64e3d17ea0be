from attention.gallery import count, outline, release

made = release("qwen3-235b")  # 94 layers of 128 experts take long to make
one, two = (
    count(outline({**made.config, "num_hidden_layers": layers}))
    for layers in (1, 2)
)
more = made.config["num_hidden_layers"] - 1
parameters = one.parameters + more * (two.parameters - one.parameters)
active = one.active + more * (two.active - one.active)
kept = one.cached(32768) + more * (two.cached(32768) - one.cached(32768))
print(f"{made.title}: {parameters:,} parameters, {active:,} active")
print(f"published: {made.parameters}, {made.active} active")
print(f"in {made.parameters_source}")
print(f"cache for 32,768 tokens: {2 * kept:,} bytes")
