from attention import attention_weights, seeded_scores, tokens

weights = attention_weights(seeded_scores("v2-789"))
for i, token in enumerate(tokens):
    print(f"{token:8} {weights[i, i + 1 :].sum():.4f}")
