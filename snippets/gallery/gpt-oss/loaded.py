from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("gpt_oss")
with TemporaryDirectory() as folder:
    model = load(stored.write(folder), dtype=torch.float64)
logits = model(stored.ids[None])[0, stored.positions].detach()
print("ours         ", logits[-1, :4])
print("transformers'", stored.logits[-1, :4])
off = (logits - stored.logits).abs().max()
print("off by less than 1e-8:", (off < 1e-8).item())
