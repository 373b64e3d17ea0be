from pathlib import Path

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

folder = Path("deepseek_v32")
folder.mkdir(exist_ok=True)
stored = drawn_checkpoint("deepseek_v32")
stored.write(folder)
right, wrong = (load(folder, torch.float64) for _ in range(2))
for block in wrong.blocks:
    block.attention.top_k = 150
with torch.no_grad():
    off = (wrong(stored.ids[None]) - right(stored.ids[None]))[0].abs()
for n in (23, 24, 25, 30):
    print(f"first {n} tokens: off by {off[:n].max():.10f}")
