import torch

block = 16
lengths = torch.arange(1, 40_000, dtype=torch.float64)
held = torch.ceil(lengths / block) * block
print("mean length | empty, mean | of the slots | of 2,048 reserved")
for mean in (30, 60, 125, 250, 500, 1000):
    odds = (1 - 1 / mean) ** (lengths - 1) / mean  # geometric
    empty = (odds * (held - lengths)).sum().item()
    share = empty / (odds * held).sum().item()
    reserved = 1 - (odds * lengths).sum().item() / 2048
    print(f"{mean:11} | {empty:11.1f} | {share:12.1%} | {reserved:17.1%}")
