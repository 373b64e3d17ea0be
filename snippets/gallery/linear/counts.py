from attention.gallery import count, outline, release

for name, entry in (
    ("qwen3-next-80b", "num_experts"),
    ("kimi-linear-48b", "num_experts"),
    ("minimax-01", "num_local_experts"),
):
    made = release(name)
    # Each expert more adds the same, and many take long to make.
    ten, eleven = (
        count(outline(made.config | {entry: n})) for n in (10, 11)
    )
    more = made.config[entry] - 10
    parameters, active = (
        a + more * (b - a)
        for a, b in zip(ten[::2], eleven[::2], strict=True)
    )
    print(f"{made.title}: {parameters:,} parameters")
    print(f"  {active:,} active, tables {2 * ten.embeddings:,}")
    print(f"  published: {made.parameters}, {made.active} active")
