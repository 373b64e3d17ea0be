import torch
from attention import load_trained, said_twice

model = load_trained("induction-one-layer")
ids = said_twice(1000, 10, torch.Generator().manual_seed(0))
with torch.no_grad():
    right = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
print(f"{right[:, 10:].float().mean():.2f}")
