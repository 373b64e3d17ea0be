import torch
from attention import GatedDeltaNet

with torch.device("meta"):  # shapes only
    layer = GatedDeltaNet(2048, 2048, 32, 128, 128, num_key_heads=16)
    for length in (10, 1_000):
        _, cache = layer.forward_with_cache(torch.empty(length, 2048))
        shapes = tuple(cache.inputs.shape), tuple(cache.state.shape)
        print(f"{length:5,} tokens", *shapes)

inputs, state = cache.inputs.numel(), cache.state.numel()
print(f"numbers: {inputs:,} + {state:,} = {inputs + state:,}")
print(f"bytes of 36 layers: {36 * 2 * (inputs + state) / 2**20:.1f} MiB")
a_token = 2 * 2 * 256  # keys and values of 2 groups, in a full layer
print(f"a full layer keeps as many after {(inputs + state) / a_token:.0f}")
