# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    Attention,
    FeedForward,
    LayerNorm,
    ParallelBlock,
    SandwichBlock,
    TransformerBlock,
    add_qk_norm,
)
from attention.plotting import curves
from torch import nn

torch.set_num_threads(1)
AFTER = {"before": nn.Identity, "after": LayerNorm}
BOTH = {"before": LayerNorm, "after": LayerNorm}


class PostNormBlock(TransformerBlock):
    def forward(self, x):
        x = self.norm_1(x + self.attention(x))
        return self.norm_2(x + self.feed_forward(x))


class NormInResidual(TransformerBlock):
    def forward(self, x):
        x = self.norm_1(x)
        x = self.norm_2(x + self.attention(x))
        return x + self.feed_forward(x)


def parts():
    attention = Attention(64, 64, 16, 0.0, 4, out_bias=False)
    network = FeedForward(64, 256)
    for module in (*attention.modules(), *network.modules()):
        if isinstance(module, nn.Linear):
            nn.init.xavier_normal_(module.weight)
    return 64, attention, network


def with_qk_norm():
    width, attention, network = parts()
    add_qk_norm(attention, LayerNorm, over_all=True)
    return SandwichBlock(width, attention, network, **AFTER)


places = {
    "before": lambda: TransformerBlock(*parts()),
    "before both": lambda: ParallelBlock(*parts(), LayerNorm),
    "on both sides": lambda: SandwichBlock(*parts(), **BOTH),
    "after": lambda: SandwichBlock(*parts(), **AFTER),
    "after, QK-norm": with_qk_norm,
    "of the sum": lambda: PostNormBlock(*parts()),
    "in the residual": lambda: NormInResidual(*parts()),
}
stds, slopes = {}, {}
print("                 std at 24   gradient at 24, at 0   std x gradient")
for place, block in places.items():
    torch.manual_seed(0)
    start, towards = torch.randn(2, 16, 64)
    tokens = [start.requires_grad_()]
    for _ in range(24):
        tokens.append(block()(tokens[-1]))
    last = (
        tokens[-1] if place == "of the sum" else LayerNorm(64)(tokens[-1])
    )
    slope = torch.autograd.grad((last * towards).sum(), tokens)
    stds[place] = torch.stack([x.std() for x in tokens]).detach()
    slopes[place] = torch.stack([g.norm() for g in slope])
    std, first, end = stds[place][-1], slopes[place][0], slopes[place][-1]
    print(f"{place:15} {std:8.1f} {end:13.1f} {first:10.0f}", end=" ")
    print(f"{std * end:14.0f}")

_, axes = plt.subplots(2, figsize=(4.2, 5.6), layout="constrained")
shown = ("before", "of the sum", "after", "after, QK-norm")
titles = ("standard deviation", "length of the gradient")
for ax, title, lines in zip(axes, titles, (stds, slopes), strict=True):
    ys = {place: lines[place] for place in shown}
    curves(
        torch.arange(25),
        ys,
        xlabel="after block",
        ylabel=title,
        logy=True,
        ax=ax,
    )
axes[0].get_legend().remove()
plt.show()
