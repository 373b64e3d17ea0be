bytes_each, heads, tokens, head_dim = 4, 12, 1024, 64
of_a_query = 4 * head_dim + 1  # query, key, value, context, one number
print(f"answer: {bytes_each * heads * tokens * of_a_query}")

print(f"numbers, not bytes: {heads * tokens * of_a_query}")
print(
    f"without the one number: {bytes_each * heads * tokens * 4 * head_dim}"
)
print(f"four times as many: {4 * 6_316_032}")
