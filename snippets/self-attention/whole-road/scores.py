from attention import W_K, W_Q, inputs, position_table

X = inputs + position_table[:6]
Q, K = X @ W_Q.T, X @ W_K.T
scores = Q @ K.T  # (6, 2) @ (2, 6) -> (6, 6)

print(scores)
