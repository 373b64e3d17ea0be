# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import tiny_deepseek
from attention.loaders import load_deepseek, read_safetensors
from attention.plotting import COLOURS


def weigh_with_bias(router):
    def route(x):
        biased = torch.sigmoid(router.W_router(x)) + router.bias
        chosen = router.choose(biased)
        weights = biased.gather(-1, chosen)
        return chosen, 2.5 * weights / weights.sum(dim=-1, keepdim=True)

    return route


def spoil(block, mistake):
    layer, part = block.attention, block.feed_forward
    if mistake == "rotary pairs: neighbours for halves":
        rows = layer.W_rotary.weight.data.view(2, 3, 24)
        layer.W_rotary.weight.data = rows.transpose(0, 1).reshape(6, 24)
    if mistake == "absorbed scores: root of 20 for 16":
        layer.W_query[2].weight.data *= (16 / 20) ** 0.5
    if not hasattr(part, "router"):
        return
    if mistake == "the bias is forgotten":
        part.router.bias.zero_()
    if mistake == "the bias is in the weights, too":
        part.router.forward = weigh_with_bias(part.router)
    if mistake == "no groups":
        part.router.num_groups = part.router.top_groups = 1


stored = read_safetensors(tiny_deepseek() / "logits.safetensors")
mistakes = {
    "rotary pairs: neighbours for halves": "key",
    "absorbed scores: root of 20 for 16": "query",
    "the bias is forgotten": "weight",
    "the bias is in the weights, too": "context",
    "no groups": "value",
}
_, axes = plt.subplots(
    5, 1, figsize=(4.4, 5.4), sharex=True, sharey=True, layout="constrained"
)
for ax, (mistake, colour) in zip(axes, mistakes.items(), strict=True):
    model = load_deepseek(tiny_deepseek(), dtype=torch.float64)
    with torch.no_grad():
        for block in model.blocks:
            spoil(block, mistake)
        off = (model(stored["ids"]) - stored["logits"]).abs()
    ax.plot(off.amax(dim=-1)[0], color=COLOURS[colour])
    ax.set_title(mistake, fontsize=10.7, loc="left", pad=3)
    ax.set(
        yscale="log", ylim=(1e-8, 9), xlim=(-3, 150), yticks=[1e-6, 1e-3, 1]
    )
    ax.minorticks_off()
    ax.tick_params(labelsize=10.7)
    ax.spines[["top", "right"]].set_visible(False)
axes[2].set_ylabel("largest error of a logit", fontsize=10.7)
axes[-1].set_xlabel("position", fontsize=10.7)
plt.show()
