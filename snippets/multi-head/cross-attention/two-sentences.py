# pip install attention-verified
from attention import inputs, target_inputs, target_tokens, tokens

print("read: ", " ".join(tokens), inputs.shape)
print("write:", " ".join(target_tokens), "…", target_inputs.shape)
for token, vector in zip(target_tokens, target_inputs, strict=True):
    print(f"{token:8}", vector)
