from attention import toy_tokens, toy_values

for token, value in zip(toy_tokens, toy_values, strict=True):
    print(f"{token:8}", value)
print(toy_values.shape)
