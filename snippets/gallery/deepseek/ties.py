import torch
from attention import causal_mask, index_scores

torch.manual_seed(123)
top_k, tokens = 24, 150
mask = causal_mask(tokens)
for heads in (1, 2, 4, 16, 64):
    queries = torch.randn(heads, tokens, 10)
    keys = torch.randn(tokens, 10)
    scores = index_scores(queries, keys, torch.randn(tokens, heads))
    zero = (scores == 0)[mask].double().mean()
    scores = scores.masked_fill(~mask, -torch.inf)
    ordered = scores.sort(dim=-1, descending=True).values[top_k:]
    tied = ordered[:, top_k - 1] == ordered[:, top_k]
    print(
        f"{heads:2} index heads: {zero:4.0%} of scores are 0,",
        f"ties decide for {tied.sum():2} of {len(tied)} queries",
    )
