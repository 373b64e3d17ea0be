from attention import W_key, W_query, W_value

for name, matrix in (("W_Q", W_query), ("W_K", W_key), ("W_V", W_value)):
    print(name, tuple(matrix.shape))
    print(matrix)
