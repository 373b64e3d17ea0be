# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttention, heatmap, inputs, tokens

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
queries = layer.W_query(inputs)

of_head_1 = torch.tensor([False, False, True, True]).expand(6, 4)
names = ["head 0", "head 0", "head 1", "head 1"]
style = {"colour": "query", "outline": of_head_1}
heatmap(queries, rows=tokens, columns=names, **style)
plt.show()
