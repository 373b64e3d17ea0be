batch, num_heads, num_tokens = 4, 12, 1024

weights = batch * num_heads * num_tokens**2
print("attention weights:", f"{weights:,}")
print("in float32, MiB:", weights * 4 // 2**20)
print("in bfloat16, MiB:", weights * 2 // 2**20)
for num_tokens in (64, 443, 444, 1024):
    of_one_sequence = num_heads * num_tokens**2
    print(f"{num_tokens:4} tokens:", f"{of_one_sequence:10,}")
