models = {  # layers, heads with keys, head_dim, longest text
    "GPT-2, smallest": (12, 12, 64, 1024),
    "GPT-3, 175B": (96, 96, 128, 2048),
    "Llama, 7B": (32, 32, 128, 2048),
    "Llama 3, 8B": (32, 8, 128, 8192),
}
for name, (layers, heads, head_dim, longest) in models.items():
    token = 2 * layers * heads * head_dim * 2  # in bfloat16
    print(f"{name:15} {token:>9,} a token, ", end="")
    print(f"{token * longest / 1e9:.2f} GB for {longest:,}")
