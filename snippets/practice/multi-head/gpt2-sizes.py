from torch import nn

sizes = {
    "small": (12, 768),
    "medium": (24, 1024),
    "large": (36, 1280),
    "xl": (48, 1600),
}
layers, d = sizes["large"]
print(f"answer: {layers * (4 * d * d + 4 * d) / 1e6:.2f}")
print(f"one layer of 36: {(4 * d * d + 4 * d) / 1e6:.2f}")
print(f"without biases: {layers * 4 * d * d / 1e6:.2f}")
print(f"only the bias of out_proj: {layers * (4 * d * d + d) / 1e6:.2f}")
print(f"out_proj forgotten: {layers * 3 * (d * d + d) / 1e6:.2f}")
print(f"once more for each head: {20 * layers * 4 * (d * d + d) / 1e6:.2f}")
for name, (layers, d) in sizes.items():
    torchs = nn.MultiheadAttention(d, num_heads=d // 64, device="meta")
    count = layers * sum(p.numel() for p in torchs.parameters())
    assert count == layers * (4 * d * d + 4 * d)
    print(f"{name:6} {count:11,}")
