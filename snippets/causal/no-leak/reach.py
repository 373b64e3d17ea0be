# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CausalAttention
from attention.examples import inputs, tokens
from attention.plotting import heatmap

torch.manual_seed(789)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)

slopes = torch.autograd.functional.jacobian(layer, inputs)  # [6, 2, 6, 3]
reach = torch.linalg.vector_norm(slopes, dim=(1, 3))
later = torch.ones(6, 6).triu(diagonal=1).bool()
axes = heatmap(
    reach, rows=tokens, columns=tokens, outline=later, colour="context"
)
axes.set(xlabel="word that changes", ylabel="context vector that moves")
plt.show()
