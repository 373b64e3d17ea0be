from attention.distributed import SHAPES, WAYS, bytes_sent, step_operations

shape, ranks, tokens = SHAPES["Llama 3 70B"], 8, 8192
computing = step_operations(shape, tokens) / 989e12
for speed in (50e9, 450e9):
    ways = [way for way in WAYS if way != "experts"]
    shares = [
        bytes_sent(shape, way, ranks, tokens) / speed / computing
        for way in ways
    ]
    print(f"{speed / 1e9:.0f} GB/s:", end=" ")
    print(
        *(f"{way} {x:.2f}" for way, x in zip(ways, shares, strict=True)),
        sep=", ",
    )
