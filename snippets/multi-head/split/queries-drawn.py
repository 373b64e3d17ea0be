# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttentionWrapper, heatmap, inputs, tokens

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
Q = inputs @ torch.cat([head.W_query.weight for head in heads]).T

of_head_1 = torch.tensor([False, False, True, True]).expand(6, 4)
names = ["head 0", "head 0", "head 1", "head 1"]
style = {"colour": "query", "outline": of_head_1}
heatmap(Q, rows=tokens, columns=names, **style)
plt.show()
