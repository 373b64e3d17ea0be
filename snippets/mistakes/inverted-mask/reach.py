# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CausalAttention, causal_mask
from attention.examples import inputs, tokens
from attention.plotting import heatmap

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.5).eval()
layer.mask.logical_not_()  # inverted, on purpose

slopes = torch.autograd.functional.jacobian(layer, inputs)
reach = torch.linalg.vector_norm(slopes, dim=(1, 3))
print(reach)
later = ~causal_mask(6)
axes = heatmap(
    reach, rows=tokens, columns=tokens, outline=later, colour="context"
)
axes.set(xlabel="word that changes", ylabel="context vector that moves")
plt.show()
