import torch

p = 0.8
logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()

ordered, places = logits.sort(descending=True)
shares = torch.softmax(ordered, dim=-1)
before = torch.cat([torch.zeros(1), shares.cumsum(dim=-1)[:-1]])
print(before)

ordered = ordered.masked_fill(before >= p, -torch.inf)
kept = torch.empty_like(logits).scatter(-1, places, ordered)
print(torch.softmax(kept, dim=-1))
