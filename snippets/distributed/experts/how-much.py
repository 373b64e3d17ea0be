tokens, d_model, top_k, layers = 8192, 7168, 8, 58  # DeepSeek-V3
there = tokens * top_k * d_model * 1  # bytes in float8
back = tokens * top_k * d_model * 2  # in bfloat16
print(f"{there / 1e9:.2f} GB there and {back / 1e9:.2f} GB back")
print(f"in {layers} layers: {layers * (there + back) / 1e9:.0f} GB")
