from attention import MultiHeadAttention

layer = MultiHeadAttention(768, 768, 1024, 0.0, num_heads=12)
parameters = sum(p.numel() for p in layer.parameters())
print(parameters, parameters == 2_360_064)
