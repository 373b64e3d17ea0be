# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import FeedForward, MultiHeadAttention, TransformerBlock
from attention.examples import inputs, tokens
from attention.plotting import heatmap


def new_block():
    attention = MultiHeadAttention(3, 3, 6, 0.0, 1)
    return TransformerBlock(3, attention, FeedForward(3, 12))


torch.manual_seed(123)
blocks = torch.nn.Sequential(*[new_block() for _ in range(4)])
other = inputs.clone()
other[5] = torch.tensor([0.9, 0.1, 0.4])  # another last word

print(blocks(inputs).shape)
change = (blocks(other) - blocks(inputs)).abs().amax(dim=-1)
print([f"{c:.2f}" for c in change])

x, y, rows = inputs, other, [(other - inputs).abs().amax(dim=-1)]
for block in blocks:
    x, y = block(x), block(y)
    rows.append((y - x).abs().amax(dim=-1).detach())
_, ax = plt.subplots(figsize=(4.8, 3.2), layout="constrained")
names = ["the input", *(f"after block {n}" for n in range(1, 5))]
heatmap(
    torch.stack(rows), rows=names, columns=tokens, colour="context", ax=ax
)
ax.set_xlabel("largest change of each word's vector")
plt.show()
