from attention.examples import inputs, tokens

for token, vector in zip(tokens, inputs, strict=True):
    print(f"{token:8}", vector)
