# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV1
from attention.examples import inputs, tokens
from attention.plotting import heatmap

torch.manual_seed(123)
layer = SelfAttentionV1(3, 2)


def leaky(x):  # multiplied by tril, and not renormalised
    scores = (x @ layer.W_query) @ (x @ layer.W_key).T / 2**0.5
    return torch.softmax(scores, dim=-1).tril() @ (x @ layer.W_value)


slopes = torch.autograd.functional.jacobian(leaky, inputs)
reach = torch.linalg.vector_norm(slopes, dim=(1, 3))
later = torch.ones(6, 6).triu(diagonal=1).bool()
axes = heatmap(
    reach, rows=tokens, columns=tokens, outline=later, colour="context"
)
axes.set(xlabel="word that changes", ylabel="context vector that moves")
plt.show()
