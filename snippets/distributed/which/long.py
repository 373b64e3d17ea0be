from attention.distributed import (
    SHAPES,
    bytes_kept,
    bytes_sent,
    step_operations,
)

shape, tokens = SHAPES["Llama 3 70B"], 131_072
for way in ("zero-3", "ring", "ulysses"):
    inputs = bytes_kept(shape, way, 8, tokens).activations
    print(f"{way:7} on 8: {inputs / 1e9:6.1f} GB of inputs on each")
computing = step_operations(shape, tokens) / 989e12
gradients = bytes_sent(shape, "data", 8, tokens)
for way in ("ring", "ulysses"):
    keys_and_values = bytes_sent(shape, way, 8, tokens) - gradients
    share = keys_and_values / 450e9 / computing
    print(f"{way:7} on 8: {share:.3f} x the computing, at 450 GB/s")
