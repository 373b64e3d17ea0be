heads, layers = 128, 61
kept = {
    "Llama, 8 billion": (32, 2 * 8 * 128),  # 8 groups
    "DeepSeek, own keys": (layers, heads * (192 + 128)),
    "DeepSeek, latent": (layers, 512 + 64),
}
print(f"{'a token:':20}{'a layer':>9}{'all layers':>12}")
for name, (num_layers, numbers) in kept.items():
    print(f"{name:20}{numbers:>9,}{num_layers * numbers:>12,}")
print("groups of 128 that take 576:", 576 / (2 * 128))
