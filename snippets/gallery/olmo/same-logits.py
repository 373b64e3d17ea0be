from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

for name in ("olmo2", "olmo3"):
    stored = drawn_checkpoint(name)
    with TemporaryDirectory() as folder:
        model = load(stored.write(folder), torch.float64)
    with torch.no_grad():
        logits = model(stored.ids[None])[0, stored.positions]
    off = (logits - stored.logits).abs().max() / stored.logits.std()
    print(f"{name}, {len(logits)} of {len(stored.ids)} tokens, ", end="")
    print(f"largest difference {off:.6f} of their spread")
