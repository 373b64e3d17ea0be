from tempfile import TemporaryDirectory

import torch
from attention import SlidingWindow
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("gpt_oss")
with TemporaryDirectory() as folder:
    model = load(stored.write(folder), dtype=torch.float64)
with torch.no_grad():
    right = model(stored.ids[None])[0]
    for block in model.blocks[::2]:
        block.attention.mask = SlidingWindow(
            block.attention.mask.window + 1
        )
    wrong = model(stored.ids[None])[0]
off = (wrong - right).abs().amax(dim=-1)
print("first position that differs:", (off > 1e-10).nonzero()[0].item())
