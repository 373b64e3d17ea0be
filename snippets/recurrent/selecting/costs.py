from attention import latent_costs

layers, index_heads, index_dim = 61, 64, 128  # DeepSeek-V3.2
costs = latent_costs(7168, 128, 128, 512, 64, query_dim=1536)
both = costs.cached + index_dim
for name, numbers in {"all keys": costs.cached, "chosen": both}.items():
    print(f"{name:8}  cached for a token: {numbers * layers * 2:,} bytes")
print(f"more: {both / costs.cached - 1:.0%}")
# Not counted: the sum over the index heads, with their weights.
print("multiply-adds a key:", end="  ")
print(f"attention {costs.per_key:,}, index {index_heads * index_dim:,}")
