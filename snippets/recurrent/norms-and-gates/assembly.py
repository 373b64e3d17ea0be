import torch
from attention import (
    Attention,
    Decoder,
    RMSNorm,
    RotaryPositions,
    SwiGLU,
    TransformerBlock,
    add_qk_norm,
)

torch.manual_seed(123)


def block(number):
    rotary = RotaryPositions(50, 16)
    heads = Attention(64, 64, 50, 0.0, 4, num_kv_groups=2, rotary=rotary)
    heads = add_qk_norm(heads, RMSNorm)
    return TransformerBlock(64, heads, SwiGLU(64, 96), norm=RMSNorm)


model = Decoder(100, 50, 64, 2, block, norm=RMSNorm).double()
ids = torch.randint(100, (1, 9))
first, caches = model.forward_with_cache(ids[:, :6])
rest, caches = model.forward_with_cache(ids[:, 6:], caches)
whole = model(ids)
off = (torch.cat([first, rest], dim=1) - whole).abs().max()
print(f"logits up to {whole.abs().max():.2f}, with a cache {off:.3f} off")
print("cached keys", tuple(caches[0].keys.shape), end=", ")
print(f"lengths up to {caches[0].keys.norm(dim=-1).max():.2f}")
