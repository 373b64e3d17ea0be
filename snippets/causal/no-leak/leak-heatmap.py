# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    SelfAttentionV1,
    attention_weights,
    causal_mask,
    heatmap,
    inputs,
    tokens,
)
from attention import scaled_attention_scores as scaled_scores

torch.manual_seed(123)
v1, mask = SelfAttentionV1(3, 2), causal_mask(6)


def contexts(x):  # multiplied, and left like that
    scores = scaled_scores(x @ v1.W_query, x @ v1.W_key)
    return (attention_weights(scores) * mask) @ (x @ v1.W_value)


slopes = torch.autograd.functional.jacobian(contexts, inputs)
reach = torch.linalg.vector_norm(slopes, dim=(1, 3))
print(reach)
axes = heatmap(
    reach, rows=tokens, columns=tokens, outline=~mask, colour="context"
)
axes.set(xlabel="word that changes", ylabel="context vector that moves")
plt.show()
