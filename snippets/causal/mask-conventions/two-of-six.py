from attention import causal_mask

print(causal_mask(2, 6))  # the last two words ask
