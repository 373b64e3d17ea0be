layers, num_kv_groups, head_dim, window = 32, 8, 128, 4096  # Mistral 7B
token = layers * 2 * num_kv_groups * head_dim * 2  # bytes

for num_tokens in (2048, 32_768):
    whole, kept = token * num_tokens, token * min(window, num_tokens)
    print(num_tokens, "tokens:", whole // 2**20, "MiB without a window,")
    print("  with it:", kept // 2**20, "MiB")
