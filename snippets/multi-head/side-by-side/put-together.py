import matplotlib.pyplot as plt
import torch
from attention import CausalAttention
from attention.examples import inputs, tokens
from attention.plotting import heatmap

torch.manual_seed(123)
heads = [CausalAttention(3, 2, 6, 0.0) for _ in range(2)]
together = torch.cat([head(inputs) for head in heads], dim=-1)

of_head_1 = torch.tensor([False, False, True, True]).expand(6, 4)
names = ["head 0", "head 0", "head 1", "head 1"]
style = {"colour": "context", "outline": of_head_1}
heatmap(together, rows=tokens, columns=names, **style)
plt.show()
