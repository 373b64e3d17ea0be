# pip install attention-verified
import torch
from attention.examples import load_trained, said_twice

model = load_trained("induction")
ids = said_twice(1000, 10, torch.Generator().manual_seed(0))
print(*ids[0].tolist())

with torch.no_grad():
    right = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
print(f"first copy:  {right[:, :9].float().mean():.2f}")
print(f"second copy: {right[:, 10:].float().mean():.2f}")
