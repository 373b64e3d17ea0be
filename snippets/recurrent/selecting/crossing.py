from attention import latent_costs

per_key = latent_costs(7168, 128, 128, 512, 64, query_dim=1536).per_key
index = 64 * 128  # without the sum over the heads
print(f"equal at {2048 * per_key / (per_key - index):,.0f} tokens")
for tokens in (1024, 2048, 2176, 4096, 131_072):
    full = tokens * per_key
    chosen = tokens * index + min(tokens, 2048) * per_key
    print(f"{tokens:7,} tokens: chosen / all {chosen / full:.3f}")
