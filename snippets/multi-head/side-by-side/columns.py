# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttentionWrapper, heatmap, inputs, tokens

torch.manual_seed(123)
layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
contexts = layer(inputs)

second = torch.tensor([False, False, True, True]).expand(6, 4)
names = ["head 0", "head 0", "head 1", "head 1"]
style = {"colour": "context", "outline": second}
heatmap(contexts, rows=tokens, columns=names, **style)
plt.show()
