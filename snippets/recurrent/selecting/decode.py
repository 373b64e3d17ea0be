import torch
from attention import (
    Attention,
    Decoder,
    FeedForward,
    Indexer,
    RotaryPositions,
    SelectiveAttention,
    TransformerBlock,
)

torch.manual_seed(123)


def block(number):
    rotary = RotaryPositions(50, 16)
    heads = Attention(64, 64, 50, 0.0, 4, rotary=rotary)
    chosen = SelectiveAttention(heads, Indexer(64, 2, 8), top_k=6)
    return TransformerBlock(64, chosen, FeedForward(64, 128))


model = Decoder(100, 50, 64, 2, block).double()
ids = torch.randint(100, (1, 20))
first, caches = model.forward_with_cache(ids[:, :15])
rest, caches = model.forward_with_cache(ids[:, 15:], caches)
off = (torch.cat([first, rest], dim=1) - model(ids)).abs().max()
print(f"logits up to {first.abs().max():.2f}, with a cache {off:.3f} off")
for name, kept in caches[0]._asdict().items():
    print(f"{name:10}", tuple(kept.shape) if name != "num_tokens" else kept)
