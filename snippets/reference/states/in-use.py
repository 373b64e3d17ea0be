# pip install attention-verified
import torch
from attention import (
    Attention,
    ChunkedMask,
    ClampedSwiGLU,
    GatedConvolution,
    GatedDeltaNet,
    Indexer,
    LatentAttention,
    LightningAttention,
    Mamba2,
    PositionTemperature,
    SelectiveLatentAttention,
    short_convolution,
)

print(ChunkedMask(2)(4).int())
core = PositionTemperature(steps=2, scale=0.1)
layer = Attention(4, 4, 6, dropout=0.0, num_heads=2, attend=core)
x = torch.rand(1, 6, 4)
print(layer(x).shape, ClampedSwiGLU(4, d_hidden=8, limit=7.0)(x).shape)

out, past = short_convolution(x, weight=torch.rand(4, 1, 3))
print(out.shape, past.shape)
for recurrent in (
    GatedConvolution(4, kernel_size=3),
    GatedDeltaNet(4, 4, num_heads=2, key_dim=3, value_dim=5),
    Mamba2(4, 4, num_heads=2, head_dim=5, d_state=3),
    LightningAttention(4, 4, num_heads=2, head_dim=3),
):
    out, cache = recurrent.forward_with_cache(x)
    print(type(recurrent).__name__, cache.num_tokens, cache.state.shape)

latent = LatentAttention(
    4, 4, 6, 0.0, 2, head_dim=3, latent_dim=5, rotary_dim=2
)
compressed = torch.nn.Linear(4, 3), torch.nn.Linear(3, 2 * 5)
latent.W_query = torch.nn.Sequential(*compressed)
indexer = Indexer(4, num_heads=2, head_dim=3, query_dim=3)
print(SelectiveLatentAttention(latent, indexer, top_k=2)(x).shape)
