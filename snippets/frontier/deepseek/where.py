# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import DeepSeek
from attention.loaders import shapes_only
from attention.plotting import COLOURS

sizes = {
    "vocab_size": 129280,
    "context_length": 4096,
    "d_model": 7168,
    "num_heads": 128,
    "head_dim": 128,
    "rotary_dim": 64,
    "latent_dim": 512,
    "query_dim": 1536,
    "d_hidden": 18432,
    "d_expert": 2048,
    "num_experts": 256,
    "top_k": 8,
}
with shapes_only():
    model = DeepSeek(num_layers=2, num_dense=1, **sizes)


def count(part):
    return sum(p.numel() for p in part.parameters()) / 1e9


dense, sparse = model.blocks
experts = 58 * count(sparse.feed_forward.experts)
parts = {
    "attention": (61 * count(dense.attention), "query"),
    "embeddings, logits": (
        count(model.tok_emb) + count(model.out_head),
        "score",
    ),
    "dense, shared, routers": (
        3 * count(dense.feed_forward)
        + 58 * count(sparse.feed_forward)
        - experts,
        "value",
    ),
    "8 experts of 256": (experts * 8 / 256, "weight"),
    "the other 248": (experts * 248 / 256, ""),
}
_, axes = plt.subplots(2, 1, figsize=(4.2, 3.2), layout="constrained")
for ax, title, shown in (
    (axes[0], "all", list(parts)),
    (axes[1], "what a token uses", list(parts)[:-1]),
):
    left = 0
    for name in shown:
        size, colour = parts[name]
        colour = COLOURS[colour] if colour else "#88888860"
        ax.barh(0, size, left=left, color=colour, label=name, height=0.5)
        left += size
    ax.set_title(f"{title}: {left:.1f} billion", fontsize=11, loc="left")
    ax.set(yticks=[], xlim=(0, left), ylim=(-0.3, 0.3))
    ax.tick_params(labelsize=10.2)
    ax.spines[["top", "right", "left"]].set_visible(False)
handles, labels = axes[0].get_legend_handles_labels()
axes[0].figure.legend(
    handles,
    labels,
    loc="outside lower left",
    fontsize=10.2,
    ncols=2,
    frameon=False,
)
plt.show()
