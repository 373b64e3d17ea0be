import torch
from attention import (
    MultiHeadAttention,
    rms_norm,
    scaled_attention_scores,
    split_heads,
)

torch.manual_seed(1)
layer = MultiHeadAttention(64, 64, 50, 0.0, num_heads=4)
for matrix in (layer.W_query, layer.W_key):
    matrix.weight.data[:16] *= 5  # head 0 has grown
x = torch.randn(50, 64)
query, key = layer.W_query(x), layer.W_key(x)

ones = torch.ones(64)
together = [split_heads(rms_norm(rows, ones), 4) for rows in (query, key)]
alone = [rms_norm(split_heads(rows, 4), ones[:16]) for rows in (query, key)]
for name, pair in {"all heads": together, "each head": alone}.items():
    largest = scaled_attention_scores(*pair).abs().amax(dim=(1, 2))
    print(f"{name}:", *[f"{number:5.1f}" for number in largest.tolist()])
