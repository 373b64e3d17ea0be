# pip install "attention-verified[plot]"
# runs on the CPU of Linux: ranks are forks of this process
import matplotlib.pyplot as plt
import torch
import torch.distributed as dist
from attention.distributed import on_ranks
from attention.distributed.data import batch, losses_of, tiny_gpt
from attention.plotting import COLOURS


def gradients_of(model):
    return model.blocks[0].feed_forward.layers[0].bias.grad[:8].tolist()


def step():
    model = tiny_gpt()
    losses_of(model, batch().chunk(4)[dist.get_rank()]).mean().backward()
    return gradients_of(model)


alone = tiny_gpt()
losses_of(alone, batch()).mean().backward()
own = on_ranks(4, step)
mean = torch.tensor(own).mean(dim=0).tolist()

_, ax = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
for rank, gradients in enumerate(own):
    ax.plot(
        gradients, "o", color=COLOURS["context"], alpha=0.25 + 0.2 * rank
    )
    ax.annotate(f"{rank}", (0.12, gradients[0]), va="center", fontsize=10.5)
ax.plot(
    mean, "_", ms=16, mew=3, color=COLOURS["weight"], label="their mean"
)
whole = gradients_of(alone)
ax.plot(whole, "k+", ms=9, mew=1.5, label="whole batch")
ax.axhline(0, color="k", lw=0.5)
ax.set(xlabel="parameter", ylabel="gradient", ylim=(-0.016, 0.023))
ax.legend(fontsize=10.5, loc="upper right")
plt.show()
