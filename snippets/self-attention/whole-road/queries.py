from attention import W_query, inputs, position_table

X = inputs + position_table[:6]
Q = X @ W_query.T  # (6, 3) @ (3, 2) -> (6, 2)

print(Q)
