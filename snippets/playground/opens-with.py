# pip install attention-verified
from attention import W_K, W_Q, W_V, inputs, position_table, tokens

print(tokens)
print(inputs)
print(position_table[:8])  # places for eight words
for matrix in (W_Q, W_K, W_V):
    print(matrix)
