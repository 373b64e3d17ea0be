# pip install attention-verified
import torch
from attention import (
    Attention,
    GatedAttention,
    Indexer,
    RMSNorm,
    SelectiveAttention,
    add_qk_norm,
    index_scores,
    select_keys,
)
from attention.examples import inputs


def make():
    return Attention(3, 4, 6, 0.0, num_heads=2)


normed = add_qk_norm(make(), norm=RMSNorm)  # W_query: NormedHeads
print(normed(inputs).shape, type(normed.W_query).__name__)
print(GatedAttention(3, make())(inputs).shape)

q, k, weights = torch.rand(2, 6, 4), torch.rand(6, 4), torch.rand(6, 2)
scores = index_scores(q, k, weights)
print(scores.shape, select_keys(scores, top_k=2).sum(dim=-1))
indexer = Indexer(d_in=3, num_heads=2, head_dim=4)
selective = SelectiveAttention(make(), indexer, top_k=2)
out, cache = selective.forward_with_cache(inputs)
print(selective(inputs).shape, cache.num_tokens)
