from attention import MultiHeadAttention

layer = MultiHeadAttention(768, 768, 1024, 0.1, num_heads=12)

print("numbers in the mask:", f"{layer.mask.numel():,}")
print("saved:", "mask" in layer.state_dict())
print("trained:", layer.mask.requires_grad)
