import torch
from attention import keep_top_p


def keep_min_p(logits, share):
    shares = torch.softmax(logits, dim=-1)
    least = share * shares.max(dim=-1, keepdim=True).values
    return logits.masked_fill(shares < least, -torch.inf)


sure = torch.tensor([0.9, 0.04, 0.03, 0.02, 0.01]).log()
unsure = torch.tensor([0.21, 0.2, 0.2, 0.2, 0.19]).log()
for logits in (sure, unsure):
    kept = keep_min_p(logits, 0.1), keep_top_p(logits, 0.95)
    print([found.isfinite().sum().item() for found in kept])
