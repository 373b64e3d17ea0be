from attention import seeded_scores

print(seeded_scores("v2-789"))
