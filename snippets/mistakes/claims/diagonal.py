from attention import attention_weights
from attention.examples import inputs, tokens

weights = attention_weights(inputs @ inputs.T)

for token, best in zip(tokens, weights.argmax(dim=-1), strict=True):
    print(f"{token:8} attends most to {tokens[best]}")
