from attention import W_key, inputs, position_table

X = inputs + position_table[:6]
K = X @ W_key.T  # (6, 3) @ (3, 2) -> (6, 2)

print(K)
