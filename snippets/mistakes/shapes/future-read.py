# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttention as Layer
from attention import causal_mask
from attention.examples import inputs, tokens
from attention.plotting import heatmap

torch.manual_seed(123)
layer, mask = Layer(3, 4, 6, 0.0, num_heads=2), causal_mask(6)


def contexts(x):
    projections = (layer.W_query, layer.W_key, layer.W_value)
    Q, K, V = (W(x).view(2, 6, 2) for W in projections)
    hidden = (Q @ K.mT / 2**0.5).masked_fill(~mask, -torch.inf)
    heads = torch.softmax(hidden, dim=-1) @ V
    return heads.transpose(0, 1).reshape(6, 4)


slopes = torch.autograd.functional.jacobian(contexts, inputs)
reach = torch.linalg.vector_norm(slopes, dim=(1, 3))
print(reach)
style = {"outline": ~mask, "colour": "context"}
axes = heatmap(reach, rows=tokens, columns=tokens, **style)
axes.set(xlabel="word that changes", ylabel="context vector that moves")
plt.show()
