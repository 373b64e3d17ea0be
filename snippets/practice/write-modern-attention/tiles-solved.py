import torch
from attention.practice import judge


def tiled_attention(queries, keys, values, tile):
    largest = torch.full_like(queries[:, :1], -torch.inf)
    total = torch.zeros_like(largest)
    context = queries.new_zeros(len(queries), values.shape[-1])
    for rows in torch.arange(len(keys)).split(tile):
        scores = queries @ keys[rows].T / queries.shape[-1] ** 0.5
        new = largest.maximum(scores.max(dim=-1, keepdim=True).values)
        shares, shrink = (scores - new).exp(), (largest - new).exp()
        total = total * shrink + shares.sum(dim=-1, keepdim=True)
        context = context * shrink + shares @ values[rows]
        largest = new
    return context / total


verdict = judge("tiles", tiled_attention)
assert verdict.ok
print(verdict)
