from attention import MultiHeadAttention

layer = MultiHeadAttention(768, 768, 1024, 0.0, num_heads=12)
print(sum(p.numel() for p in layer.parameters()))
