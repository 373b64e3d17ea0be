import torch
from attention import SelfAttentionV2, masked_attention_weights
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 123)
tril = torch.tril(torch.ones(6, 6)).bool()
inverted = {
    "-inf ": torch.softmax(scores.masked_fill(tril, -torch.inf), dim=-1),
    "zeros": masked_attention_weights(scores, ~tril),
    "-1e9 ": torch.softmax(scores.masked_fill(tril, -1e9), dim=-1),
}
for name, weights in inverted.items():
    finite = weights.isfinite().all().item()
    sums = torch.allclose(weights.sum(-1), torch.ones(6), atol=1e-6)
    no_future = weights.triu(diagonal=1).eq(0).all().item()
    print(name, "finite", finite, "  sums", sums, "  no future", no_future)
