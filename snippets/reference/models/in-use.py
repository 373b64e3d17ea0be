# pip install attention-verified
import torch
from attention import (
    GPT,
    Attention,
    AttentionOnly,
    CrossAttention,
    Decoder,
    DecoderBlock,
    FeedForward,
    LayerNorm,
    Transformer,
    TransformerBlock,
    gelu,
    gelu_tanh,
    layer_norm,
)

x, ids = torch.rand(6, 4), torch.arange(6)[None]
print(layer_norm(x, torch.ones(4), torch.zeros(4)).shape)
print(LayerNorm(4)(x).shape, FeedForward(4, d_hidden=16)(x).shape)
print(gelu(torch.tensor(1.0)), gelu_tanh(torch.tensor(1.0)))


def block(number):
    attention = Attention(4, 4, 6, 0.0, num_heads=2)
    return TransformerBlock(4, attention, FeedForward(4, 16))


print(block(0)(x).shape)
print(Decoder(9, 6, d_model=4, num_layers=2, block=block)(ids).shape)
print(GPT(9, 6, d_model=4, num_layers=2, num_heads=2)(ids).shape)
print(AttentionOnly(9, 6, 4, num_layers=2, num_heads=2)(ids).shape)

own = Attention(4, 4, 6, 0.0, num_heads=2)
across = CrossAttention(4, 4, 0.0, num_heads=2)
print(DecoderBlock(4, own, across, FeedForward(4, 16))(x, x).shape)
print(Transformer(9, 8, 6, 4, num_layers=1, num_heads=2)(ids, ids).shape)
