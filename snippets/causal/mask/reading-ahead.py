from attention import (
    SelfAttentionV2,
    attention_weights,
    seeded_scores,
    tokens,
)

weights = attention_weights(seeded_scores(SelfAttentionV2, 789))
for i, token in enumerate(tokens):
    print(f"{token:8} {weights[i, i + 1 :].sum():.4f}")
