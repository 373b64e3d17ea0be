# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import KVCache
from attention.distributed import BlockPool, PagedCache
from attention.plotting import COLOURS

pool, names = BlockPool(num_blocks=4, block_size=4), {}
_, axes = plt.subplots(4, 1, figsize=(4.6, 3.4), layout="constrained")
shades = dict(zip("ABC", ("15", "70", "40"), strict=True))


def write(name, num_new):
    cache = names.setdefault(name, PagedCache(pool))
    total = cache.num_tokens + num_new
    rows = torch.zeros(1, 1, total, 1)
    cache.write([KVCache(rows, rows, total)])


def draw(ax, title):
    ax.set_title(title, fontsize=11, loc="left")
    for block in range(4):
        have = [n for n in names if block in names[n].table]
        for slot in range(4):
            left = 4.6 * block + slot
            ax.add_patch(plt.Rectangle((left, 0), 1, 1, fc="none", ec="k"))
            full = [
                n
                for n in have
                if names[n].table.index(block) * 4 + slot
                < names[n].num_tokens
            ]
            for part, name in enumerate(full):
                width = 1 / len(full)
                corner = (left + part * width, 0)
                shade = COLOURS["context"] + shades[name]
                ax.add_patch(plt.Rectangle(corner, width, 1, fc=shade))
            ax.text(
                left + 0.5,
                0.5,
                "".join(full),
                ha="center",
                va="center",
                fontsize=10,
            )
    ax.set(xlim=(-0.1, 17.9), ylim=(-0.1, 1.1))
    ax.axis("off")


write("A", 6)
write("B", 3)
draw(axes[0], "A has 6 tokens, B has 3")
names["C"] = names["A"].fork()
draw(axes[1], "C begins like A, in the same blocks")
write("A", 1)
draw(axes[2], "A writes: the block that is not full is copied")
names["B"].release()
write("C", 4)
draw(axes[3], "B has ended, and C gets its block")
plt.show()
