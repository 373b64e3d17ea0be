import torch

logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()

largest, places = logits.topk(2)
kept = torch.full_like(logits, -torch.inf).scatter(-1, places, largest)
print(kept)
