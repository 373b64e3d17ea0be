layers, num_heads, head_dim, tokens = 32, 32, 128, 8192  # Llama 3 8B

for num_kv_groups in (32, 16, 8, 4, 2, 1):
    numbers = 2 * num_kv_groups * head_dim  # keys and values
    gibibytes = 2 * layers * tokens * numbers / 2**30  # two bytes each
    print(f"groups: {num_kv_groups:2}, {gibibytes:.3f} GiB")
