import torch
from attention import GPT

with torch.device("meta"):
    model = GPT(50257, 1024, 768, 12, 12)
for name in ("tok_emb", "positions", "blocks", "final_norm"):
    part = model.get_submodule(name)
    print(f"{name:10} {sum(p.numel() for p in part.parameters()):>11,}")
