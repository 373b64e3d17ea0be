import torch
from attention import LayerNorm, MultiHeadAttention, record_weights

torch.manual_seed(0)
layer = MultiHeadAttention(64, 64, 16, 0.0, 4)
norm = LayerNorm(64)
x = torch.randn(16, 64)

for tokens in (x, 30 * x, norm(x), norm(30 * x)):
    with record_weights(layer) as weights:
        layer(tokens)
    print(f"{weights['attend'][0, -1].max():.2f}")
