from attention import W_value, inputs, position_table

X = inputs + position_table[:6]
V = X @ W_value.T  # (6, 3) @ (3, 2) -> (6, 2)

print(V)
