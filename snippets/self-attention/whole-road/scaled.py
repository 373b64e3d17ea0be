from attention import W_K, W_Q, inputs, position_table

X = inputs + position_table[:6]
Q, K = X @ W_Q.T, X @ W_K.T
scaled = Q @ K.T / K.shape[-1] ** 0.5  # divided by the square root of 2

print(scaled)
