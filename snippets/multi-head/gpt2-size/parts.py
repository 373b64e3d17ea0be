from attention import MultiHeadAttention

layer = MultiHeadAttention(768, 768, 1024, 0.1, num_heads=12)

for name, parameter in layer.named_parameters():
    shape = str(tuple(parameter.shape))
    print(f"{name:16} {shape:10} {parameter.numel():9,}")
total = 4 * 768 * 768 + 768
print("by the formula:", f"{total:,}")
