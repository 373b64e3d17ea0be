import torch
from attention.examples import load_trained, said_twice

ids = said_twice(1000, 10, torch.Generator().manual_seed(0))
shares = {}
for name in ("induction-one-layer", "induction"):
    with torch.no_grad():
        right = load_trained(name)(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    shares[name] = right[:, 10:].float().mean()
print(f"answer: {shares['induction-one-layer']:.2f}")

print(f"as much as two layers: {shares['induction']:.2f}")
print(f"no more than a guess among sixteen numbers: {1 / 16:.2f}")
print(f"no more than a guess among the ten of the sequence: {1 / 10:.2f}")
