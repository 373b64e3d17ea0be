from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
functions = {
    "softmax": scores.softmax(dim=-1),
    "nothing": scores,
    "exp": scores.exp(),
    "sigmoid": scores.sigmoid(),
    "log_softmax": scores.log_softmax(dim=-1),
}
for name, weights in functions.items():
    row = " ".join(f"{weight:5.2f}" for weight in weights[1])
    print(f"{name:11} {row}  sum {weights[1].sum():6.2f}")
