from attention import MultiHeadAttentionWrapper
from torch import nn

for num_heads in (1, 2, 12):
    layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads)
    parts = layer.modules()
    matrices = [part for part in parts if isinstance(part, nn.Linear)]
    print(f"heads: {num_heads:2}, small matrices: {len(matrices):2}")
