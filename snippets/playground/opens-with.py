# pip install attention-verified
from attention import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
    tokens,
)

print(tokens)
print(inputs)
print(position_table[:8])  # places for eight words
for matrix in (W_query, W_key, W_value):
    print(matrix)
