# pip install attention-verified
import torch


def batch(size, generator):
    digits = torch.randint(10, (size, 8), generator=generator)
    start, end = torch.full((size, 1), 10), torch.full((size, 1), 11)
    reversed_ = torch.cat([start, digits.flip(1), end], dim=1)
    return digits, reversed_[:, :-1], reversed_[:, 1:]


source, written, targets = batch(1, torch.Generator().manual_seed(123))
lines = {"source": source, "written": written, "targets": targets}
for name, ids in lines.items():
    print(f"{name:8}", *(f"{i:2}" for i in ids[0].tolist()))
