import torch
from attention import keep_top_k

logits = torch.tensor([2.0, 1.0, 1.0, 1.0])

second = logits.topk(2).values[-1]
by_threshold = logits.masked_fill(logits < second, -torch.inf)
print(by_threshold.isfinite().sum())
print(keep_top_k(logits, 2).isfinite().sum())
