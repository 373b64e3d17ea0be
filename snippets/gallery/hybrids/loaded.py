from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

for name in ("granite_hybrid", "lfm2"):
    stored = drawn_checkpoint(name)
    with TemporaryDirectory() as folder:
        model = load(stored.write(folder), dtype=torch.float64)
    with torch.no_grad():
        logits = model(stored.ids[None])[0, stored.positions]
    off = (logits - stored.logits).abs().max()
    print(f"{name:15}ours          {logits[-1, :3]}")
    print(f"{'':15}transformers' {stored.logits[-1, :3]}")
    print(f"{'':15}off by less than 1e-8: {(off < 1e-8).item()}")
