import torch
from attention import GPT

for tied in (True, False):
    with torch.device("meta"):  # shapes without numbers
        model = GPT(50257, 1024, 768, 12, 12, tied=tied)
    count = sum(p.numel() for p in model.parameters())
    print("tied    " if tied else "not tied", f"{count:,}")
