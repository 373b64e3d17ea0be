# runs on the CPU of Linux: ranks are forks of this process
import math

import torch
import torch.nn.functional as F
from attention.distributed import on_ranks, vocabulary_loss

torch.manual_seed(0)
logits, targets = torch.randn(4, 1000), torch.tensor([3, 400, 650, 999])
loss = F.cross_entropy(logits, targets, reduction="none")
for ranks in (2, 4):
    found = on_ranks(ranks, vocabulary_loss, logits, targets)[0]
    off = [f"{number:.4f}" for number in found - loss]
    print(
        f"{ranks} ranks: off by",
        *off,
        f"and log n is {math.log(ranks):.4f}",
    )
