from attention import causal_mask

mask = causal_mask(1024)

print("pairs:", f"{mask.numel():,}")
print("hidden:", f"{(~mask).sum().item():,}")
print(f"share: {(~mask).sum().item() / mask.numel():.2f}")
