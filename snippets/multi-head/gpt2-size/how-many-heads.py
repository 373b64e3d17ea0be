from attention import MultiHeadAttention

for num_heads in (1, 3, 12, 48):
    layer = MultiHeadAttention(768, 768, 1024, 0.1, num_heads)
    count = sum(p.numel() for p in layer.parameters())
    print(f"{num_heads:2} heads of {768 // num_heads:3}: {count:,}")
