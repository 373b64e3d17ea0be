from attention import SelfAttentionV2, seeded_scores

print(seeded_scores(SelfAttentionV2, 789))
