from attention import causal_mask, to_additive, to_multihead, to_sdpa

mask = causal_mask(3)
print(to_sdpa(mask)[1], "SDPA, and here")
print(to_multihead(mask)[1], "nn.MultiheadAttention, masked_fill")
print(to_additive(mask)[1], "added to the scores")
