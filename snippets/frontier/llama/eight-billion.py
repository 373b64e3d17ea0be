from attention import Llama
from attention.loaders import shapes_only

with shapes_only():
    model = Llama(
        vocab_size=128256,
        context_length=131072,
        d_model=4096,
        num_layers=32,
        num_heads=32,
        num_kv_groups=8,
        d_hidden=14336,
    )
parameters = sum(p.numel() for p in model.parameters())
cached = 32 * 2 * 8 * 128  # layers, key and value, groups, head_dim
print(f"{parameters:,} parameters, {2 * parameters:,} bytes in bfloat16")
print(f"{cached:,} numbers cached for a token, {2 * cached:,} bytes")
print(f"{2 * cached * 131072 / 2**30:.0f} GiB for 131,072 tokens")
