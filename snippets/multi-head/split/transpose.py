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
size = {"figsize": (4.2, 5.6), "layout": "constrained"}
_, (left, right) = plt.subplots(1, 2, **size)
style = {"columns": ["", ""], "colour": "query"}
framed = of_head_1.reshape(12, 2)
names = [f"{token}, {head}" for token in tokens for head in "01"]
heatmap(pieces.reshape(12, 2), rows=names, outline=framed, ax=left, **style)
framed = of_head_1.transpose(0, 1).reshape(12, 2)
names = [f"{head}, {token}" for head in "01" for token in tokens]
heatmap(Q.reshape(12, 2), rows=names, outline=framed, ax=right, **style)
left.set_title("view")
right.set_title("transpose")
plt.show()
