from attention import MultiHeadAttention

for qkv_bias in (False, True):
    layer = MultiHeadAttention(768, 768, 1024, 0.1, 12, qkv_bias)
    count = sum(p.numel() for p in layer.parameters())
    print(f"qkv_bias={qkv_bias}:", f"{count:,}")
print("three biases:", f"{3 * 768:,}")
