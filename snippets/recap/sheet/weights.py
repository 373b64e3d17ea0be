from attention import (
    W_K,
    W_Q,
    causal_mask,
    inputs,
    masked_attention_weights,
    position_table,
)

X = inputs + position_table[:6]
scores = (X @ W_Q.T) @ (X @ W_K.T).T / 2**0.5
print(masked_attention_weights(scores, causal_mask(6))[1])
