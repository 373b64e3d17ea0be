from attention import MultiHeadAttention

d_model, num_heads, num_layers = 1600, 25, 48
layer = MultiHeadAttention(
    d_model, d_model, 1024, 0.1, num_heads, qkv_bias=True
)

count = sum(p.numel() for p in layer.parameters())
print("width of a head:", d_model // num_heads)
print("one layer:", f"{count:,}", count == 4 * d_model**2 + 4 * d_model)
print("all layers:", f"{num_layers * count:,}")
print("weights of one sequence:", f"{num_heads * 1024**2:,}")
print("even at", 2 * d_model, "tokens")
