from attention import attention_weights, causal_mask, seeded_scores

masked = attention_weights(seeded_scores("v2-789")) * causal_mask(6)
divided = masked / masked.sum(dim=-1)

print("journey:", divided[1])
print("rows:   ", divided.sum(dim=-1))
