from attention import MultiHeadAttentionWrapper
from attention.examples import inputs

d_in, d_out, num_heads = 3, 4, 5
layer = MultiHeadAttentionWrapper(d_in, d_out, 6, 0.0, num_heads)
print(f"answer: {layer(inputs).shape[-1]}")

print(f"d_out for all heads together, not for each: {d_out}")
print(f"heads times d_in: {num_heads * d_in}")
print(f"added, not multiplied: {num_heads + d_out}")
print(f"every entry of the six rows counted: {6 * num_heads * d_out}")
