from attention.examples import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
)

X = inputs + position_table[:6]
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T

print("W_Q", W_query)
print("W_K", W_key)
print("W_V", W_value)
print("Q", Q)
print("K", K)
print("V", V)
