from attention import toy_keys, toy_queries

scores = toy_keys @ toy_queries[1]
d_k = toy_keys.shape[-1]
scaled = scores / d_k**0.5

print("d_k:", d_k)
print(scaled)
