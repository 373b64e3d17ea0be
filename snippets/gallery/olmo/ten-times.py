from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

for name in ("mistral", "olmo2"):
    stored = drawn_checkpoint(name)
    with TemporaryDirectory() as folder, torch.no_grad():
        model = load(stored.write(folder), torch.float64)
        before = model(stored.ids[None])
        for block in model.blocks:
            block.attention.out_proj.weight *= 10
            block.feed_forward.W_down.weight *= 10
        off = (model(stored.ids[None]) - before).abs().max() / before.std()
    print(f"{name:8s} off by {off:.2f} standard deviations")
