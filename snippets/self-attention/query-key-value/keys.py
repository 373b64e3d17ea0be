from attention import toy_keys, toy_tokens

for token, key in zip(toy_tokens, toy_keys, strict=True):
    print(f"{token:8}", key)
print(toy_keys.shape)
