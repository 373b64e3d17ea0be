# pip install attention-verified
width, heads, key, value = 7168, 128, 128 + 64, 128  # of DeepSeek-V3
kept = {"keys and values": heads * (key + value), "latent": 512 + 64}

print(f"a token: {width:,}")
print(f"keys of all heads: {heads * key:,}")
print(f"values of all heads: {heads * value:,}")
print(f"latent vector and rotated part: {kept['latent']:,}")
for name, numbers in kept.items():
    size = numbers * 61 * 32_768 * 2  # layers, tokens, bytes
    print(f"{name}: {size / 1e9:.1f} GB for 32,768 tokens")
