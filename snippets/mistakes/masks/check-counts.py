import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

allowed = torch.tril(torch.ones(6, 6), diagonal=1).bool()
hidden = seeded_scores(SelfAttentionV2, 789).masked_fill(
    ~allowed, -torch.inf
)
read = torch.softmax(hidden, dim=-1) > 0
good = torch.equal(read.sum(dim=-1), torch.arange(1, 7))
assert good, "word i must read i words"  # raises AssertionError: word i
