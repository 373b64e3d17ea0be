# pip install attention-verified
from attention import inputs, target_inputs, target_tokens, tokens

print(" ".join(tokens), tuple(inputs.shape))
print(" ".join(target_tokens), "…", tuple(target_inputs.shape))
