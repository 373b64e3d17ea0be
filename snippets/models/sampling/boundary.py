import torch
from attention import keep_top_p

logits = torch.tensor([0.5, 0.25, 0.125, 0.125]).log()
for p in (1e-9, 0.49, 0.51, 0.74, 0.76, 1.0):
    print(p, keep_top_p(logits, p).isfinite().sum())
