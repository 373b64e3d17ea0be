from attention.examples import W_key, W_query, inputs, position_table

X = inputs + position_table[:6]
Q, K = X @ W_query.T, X @ W_key.T
scores = Q @ K.T  # (6, 2) @ (2, 6) -> (6, 6)

print(scores)
print(scores[1] / K.shape[-1] ** 0.5)  # journey's, scaled
