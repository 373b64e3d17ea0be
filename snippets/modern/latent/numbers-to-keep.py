# pip install attention-verified
heads, key, value = 128, 128 + 64, 128  # of DeepSeek-V3
plain = heads * (key + value)
latent = 512 + 64

print(f"keys and values:   {plain:,} numbers a token and layer")
print(f"latent attention:  {latent:,}")
for name, numbers in (("keys and values", plain), ("latent", latent)):
    size = numbers * 61 * 32_768 * 2  # layers, tokens, bytes
    print(f"{name}: {size / 1e9:.1f} GB for 32,768 tokens")
