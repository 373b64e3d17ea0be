# pip install "attention-verified[plot]"
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import torch
from attention import RMSNorm, SlidingWindow
from attention.examples import drawn_checkpoint
from attention.gallery import load
from attention.plotting import COLOURS


class NormOfEachHead(torch.nn.Module):
    def __init__(self, whole, head_dim):
        super().__init__()
        self.scale = whole.scale.view(-1, head_dim)
        self.norm = RMSNorm(head_dim, whole.eps).double()  # scales of 1

    def forward(self, heads):
        return self.norm(heads) * self.scale


def spoil(block, mistake):
    layer = block.attention
    if mistake == "norms before":
        block.norm_1, block.after_1 = block.after_1, block.norm_1
        block.norm_2, block.after_2 = block.after_2, block.norm_2
    if mistake == "each head alone":
        for normed in (layer.W_query, layer.W_key):
            normed.head_dim = layer.head_dim
            normed.norm = NormOfEachHead(normed.norm, layer.head_dim)
    if mistake == "window of 21" and hasattr(layer.mask, "window"):
        layer.mask = SlidingWindow(21)


stored = drawn_checkpoint("olmo3")
rules = stored.config["rope_parameters"]
yarn = rules["full_attention"] | {"rope_theta": 10000.0}
everywhere = {"rope_parameters": rules | {"sliding_attention": yarn}}
lines = {
    "norms before": ("query", "-"),
    "each head alone": ("value", "-"),
    "YaRN everywhere": ("context", "-"),
    "window of 21": ("key", "-"),
}
_, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
print("mistake            first 8 tokens  all 150")
with TemporaryDirectory() as folder, torch.no_grad():
    right = load(stored.write(folder), torch.float64)(stored.ids[None])[0]
    for mistake, (colour, line) in lines.items():
        config = dict(stored.config)
        if mistake == "YaRN everywhere":
            config |= everywhere
        folder = stored._replace(config=config).write(folder)
        model = load(folder, torch.float64)
        for block in model.blocks:
            spoil(block, mistake)
        off = (model(stored.ids[None])[0] - right).abs().amax(dim=-1)
        off = off / right.std()
        print(f"{mistake:20s} {off[:8].max():13.3f} {off.max():8.3f}")
        ax.plot(off, line, color=COLOURS[colour], label=mistake)
ax.set(yscale="log", ylim=(1e-4, 1e2), xlim=(-2, 150))
ax.set_xlabel("position", fontsize=11)
ax.set_ylabel("largest error ÷ std of the logits", fontsize=11)
ax.tick_params(labelsize=10.2)
ax.legend(fontsize=10.2, frameon=False, loc="upper right", ncols=2)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
