# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttention, heatmap, inputs, tokens

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
queries = layer.W_query(inputs)

pieces = queries.view(6, 2, 2)
Q = pieces.transpose(0, 1)  # (num_heads, num_tokens, head_dim)

of_head_1 = torch.tensor([[False], [True]]).expand(6, 2, 2)
size = {"figsize": (4.2, 5.4), "layout": "constrained"}
_, (left, right) = plt.subplots(1, 2, **size)
style = {"columns": ["", ""], "colour": "query"}
words = [token for token in tokens for _ in range(2)]
framed = of_head_1.reshape(12, 2)
heatmap(pieces.reshape(12, 2), rows=words, outline=framed, ax=left, **style)
framed = of_head_1.transpose(0, 1).reshape(12, 2)
heatmap(
    Q.reshape(12, 2), rows=tokens * 2, outline=framed, ax=right, **style
)
for ax in (left, right):
    ax.set_aspect("auto")  # cells as wide as their numbers
left.set_title("view")
right.set_title("transpose")
plt.show()
