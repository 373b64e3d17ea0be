import torch

logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()
shares = torch.softmax(logits, dim=-1)  # sorted already
for p in (0.8, 0.3):
    wrong = logits.masked_fill(shares.cumsum(dim=-1) > p, -torch.inf)
    print(wrong.isfinite().sum(), torch.softmax(wrong, dim=-1))
