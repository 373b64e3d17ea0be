from attention import W_Q, inputs, position_table

X = inputs + position_table[:6]
Q = X @ W_Q.T  # (6, 3) @ (3, 2) -> (6, 2)

print(Q)
