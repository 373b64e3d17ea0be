from attention import causal_mask

print(causal_mask(2, 6))  # the queries of the last two words
