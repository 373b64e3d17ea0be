from attention import toy_keys, toy_queries

query = toy_queries[1]  # journey asks
key = toy_keys[0]  # your is compared

print(query * key)
print(f"sum: {(query * key).sum():.4f}")
