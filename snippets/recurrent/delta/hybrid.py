import torch
from attention import (
    Attention,
    Decoder,
    FeedForward,
    GatedDelta,
    TransformerBlock,
)

torch.manual_seed(0)
layers = [GatedDelta(32, 32, num_heads=2) for _ in range(3)]
layers.append(Attention(32, 32, 512, 0.0, num_heads=2))
model = Decoder(
    100, 512, 32, 4,
    lambda i: TransformerBlock(32, layers[i], FeedForward(32, 64)),
)  # fmt: skip
for length in (8, 64, 512):
    ids = torch.randint(100, (1, length))
    _, caches = model.forward_with_cache(ids)
    kept = [sum(x.numel() for x in cache[:-1]) for cache in caches]
    print(f"{length:3} tokens, numbers kept by layer: {kept}")
