from attention import causal_mask, masked_attention_weights
from attention.examples import W_key, W_query, inputs, position_table

X = inputs + position_table[:6]
scores = (X @ W_query.T) @ (X @ W_key.T).T / 2**0.5
print(masked_attention_weights(scores, causal_mask(6))[1])
