num_heads, num_kv_groups, head_dim = 32, 8, 128
print(f"answer: {2 * num_kv_groups * head_dim}")

print(f"keys alone, without values: {num_kv_groups * head_dim}")
print(f"of all heads: {2 * num_heads * head_dim}")
