# pip install "attention-verified[plot]"
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import torch
from attention import SlidingWindow, causal_mask
from attention.examples import drawn_checkpoint
from attention.gallery import load
from attention.plotting import curves

stored = drawn_checkpoint("mistral")  # a window of 20 keys
ids = stored.ids[None]


def logits(mask=None):
    with TemporaryDirectory() as folder:
        model = load(stored.write(folder), torch.float64)
    for block in model.blocks:
        block.attention.mask = mask or block.attention.mask
    return model(ids).detach()[0]


right = logits()
spread = stored.logits.std()
assert torch.allclose(right[stored.positions], stored.logits)
lines = {}
for name, mask in (
    ("21 keys", SlidingWindow(21)),
    ("no window", causal_mask),
):
    off = (logits(mask) - right).abs().amax(dim=-1) / spread
    same = int((off < 1e-9).sum())
    print(f"{name:9}  {same} positions right, then {off.max():.2f}")
    lines[name] = torch.where(off < 1e-9, torch.nan, off)
curves(
    torch.arange(150),
    lines,
    xlabel="position",
    ylabel="largest error ÷ spread of the logits",
)
plt.show()
