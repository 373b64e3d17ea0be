from attention import W_K, W_Q, W_V

for name, matrix in (("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)):
    print(name, tuple(matrix.shape))
    print(matrix)
