# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import CausalAttention, causal_mask

layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
layer.plain = causal_mask(6)  # an attribute, not a buffer
layer.register_buffer("kept", causal_mask(6))  # persistent by default
trained = dict(layer.named_parameters())
layer.to("meta")  # a device on which tensors have no data
kinds = {
    "W_query.weight": "parameter",
    "kept": "buffer",
    "mask": "buffer,\nnot persistent",
    "plain": "attribute",
}

_, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
text = {"ha": "center", "va": "center", "fontsize": 11}
for row, (name, kind) in enumerate(kinds.items()):
    owner = layer.W_query if "." in name else layer
    answers = (
        getattr(owner, name.split(".")[-1]).is_meta,
        name in trained,
        name in layer.state_dict(),
    )
    ax.text(-0.7, row, kind, **text)
    for column, answer in enumerate(answers):
        shade = "#009988" if answer else "#888888"
        ax.barh(row, 0.94, 0.9, column, color=shade, alpha=0.35)
        ax.text(column + 0.47, row, "yes" if answer else "no", **text)
for column, question in enumerate(("moves", "trained", "saved")):
    ax.text(column + 0.47, -0.75, question, **text)
ax.set(xlim=(-1.45, 3), ylim=(3.5, -1.1))
ax.axis("off")
plt.show()
